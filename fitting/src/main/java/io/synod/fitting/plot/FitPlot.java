package io.synod.fitting.plot;

import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FittedPoint;
import io.synod.fitting.measurement.Traffic;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.knowm.xchart.XYChart;

/**
 * Measured CPU time of an instance beside the model's, and the residuals: the counterpart of S13's
 * figures 5 and 9.
 */
public final class FitPlot {
  // The number of workloads that a reader can tell apart.
  private static final int WORKLOADS_MAX = 8;
  private static final double KIB = 1024;
  private static final double PERCENT = 100;
  private static final String ALL = "all";

  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9),
    new Color(0x000000),
    new Color(0x999999),
  };

  private FitPlot() {}

  /** Replaces {@code file}. */
  public static void write(CostFit fit, Path file) throws IOException {
    List<FittedPoint> shown = shown(fit);
    double[] batchKib = values(shown, FitPlot::batchKib);
    XYChart costs =
        Picture.overBatchSize(
            "CPU time of an instance: measured (points) and the model (lines)",
            "CPU, ms",
            batchKib);
    Picture.scaleLogarithmically(costs, values(shown, FittedPoint::measuredMillis));
    XYChart residuals =
        Picture.overBatchSize(
            "Residuals: how much more was measured than the model gives", "%", batchKib);
    int next = 0;
    for (Map.Entry<String, List<FittedPoint>> workload : workloads(shown).entrySet()) {
      Color colour = COLOURS[next++];
      String name = workload.getKey();
      List<FittedPoint> points = workload.getValue();
      double[] x = values(points, FitPlot::batchKib);
      Picture.points(costs, name, x, values(points, FittedPoint::measuredMillis))
          .setMarkerColor(colour);
      Picture.line(costs, "model " + name, x, values(points, FittedPoint::modelMillis))
          .setLineColor(colour)
          .setShowInLegend(false);
      Picture.points(
              residuals, name, x, values(points, point -> PERCENT * point.relativeResidual()))
          .setMarkerColor(colour);
    }
    Picture.write(List.of(costs, residuals), 1, file);
  }

  /** A logarithmic axis cannot show a cost of 0. */
  private static List<FittedPoint> shown(CostFit fit) {
    return fit.points().stream()
        .filter(point -> point.measuredMillis() > 0 && point.modelMillis() > 0)
        .sorted(Comparator.comparingDouble(FitPlot::batchKib))
        .toList();
  }

  /** Points by request and answer size. */
  private static Map<String, List<FittedPoint>> workloads(List<FittedPoint> shown) {
    Map<String, List<FittedPoint>> workloads =
        shown.stream()
            .collect(Collectors.groupingBy(FitPlot::workload, TreeMap::new, Collectors.toList()));
    return workloads.size() <= WORKLOADS_MAX ? workloads : Map.of(ALL, shown);
  }

  private static String workload(FittedPoint point) {
    Traffic traffic = point.observation().interval().traffic();
    return String.format(
        Locale.ROOT,
        "n %d, S_req %.0f, S_ans %.0f",
        point.observation().replicas(),
        traffic.requestBytes(),
        traffic.answerBytes());
  }

  private static double batchKib(FittedPoint point) {
    return point.observation().interval().traffic().acceptBytes() / KIB;
  }

  private static double[] values(List<FittedPoint> points, ToDoubleFunction<FittedPoint> value) {
    return points.stream().mapToDouble(value).toArray();
  }
}
