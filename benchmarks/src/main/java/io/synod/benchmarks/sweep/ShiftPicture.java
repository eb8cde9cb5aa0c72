package io.synod.benchmarks.sweep;

import io.synod.benchmarks.sweep.ShiftResult.Phase;
import io.synod.benchmarks.sweep.ShiftResult.Second;
import io.synod.fitting.plot.Picture;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Throughput over time beside the best, and the limits below. */
public final class ShiftPicture {
  private static final int WIDTH = 1_000;
  private static final int HEIGHT = 320;
  private static final int LABELS_MAX = 13;
  private static final double NEARLY_ALL = 0.95;

  private ShiftPicture() {}

  /** Replaces {@code file}. */
  public static void write(ShiftResult result, Path file) throws IOException {
    List<Second> seconds =
        result.phases().stream().flatMap(phase -> phase.seconds().stream()).toList();
    XYChart rate = chart(result.shift().word(), "requests/s");
    line(rate, "auto", seconds, Second::answered);
    List<Double> best = new ArrayList<>();
    for (Phase phase : result.phases()) {
      phase.seconds().forEach(second -> best.add(NEARLY_ALL * phase.best().perSecond()));
    }
    rate.addSeries("95 % of the best", best).setMarker(SeriesMarkers.NONE);
    rate.getStyler().setYAxisMin(0.0);
    XYChart limits = chart("", "KiB, slots");
    limits.getStyler().setYAxisLogarithmic(true);
    line(limits, "batch.max-bytes", seconds, second -> second.limits().maxBytes() / 1024.0);
    line(limits, "pipeline.window", seconds, second -> second.limits().window());
    Picture.write(List.of(rate, limits), 1, file);
  }

  private static XYChart chart(String title, String unit) {
    XYChart chart = Picture.chart(WIDTH, HEIGHT, title, "seconds", unit);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setYAxisDecimalPattern("#,##0");
    chart.getStyler().setXAxisMaxLabelCount(LABELS_MAX);
    return chart;
  }

  private static void line(
      XYChart chart, String name, List<Second> seconds, ToDoubleFunction<Second> value) {
    List<Double> values = seconds.stream().map(value::applyAsDouble).toList();
    chart.addSeries(name, values).setMarker(SeriesMarkers.NONE);
  }
}
