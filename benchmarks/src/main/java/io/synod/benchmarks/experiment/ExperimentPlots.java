package io.synod.benchmarks.experiment;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;

/** Measures over one axis, a line for each value of another; one chart for each measure. */
final class ExperimentPlots {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;
  private static final int COLUMNS = 2;

  /** S13, figures 10 to 18, a to f. */
  static final List<String> OF_INSTANCES =
      List.of(
          Result.P50,
          Result.INSTANCE_LATENCY,
          Result.BATCH_REQUESTS,
          Result.THROUGHPUT,
          Result.INSTANCES,
          Result.WINDOW_MEAN);

  /** What clients see, and what it costs; also where nothing is decided. */
  static final List<String> OF_REQUESTS =
      List.of(
          Result.THROUGHPUT,
          Result.P50,
          Result.LATENCY_MEAN,
          Result.LATENCY_MOST,
          Result.REPLICAS_CPU,
          Result.LEADER_CPU);

  /** PigPaxos, figure 9, and what passes between regions meanwhile. */
  static final List<String> OF_REGIONS =
      List.of(
          Result.P50,
          Result.P99,
          Result.CROSS_ACCEPTS,
          Result.CROSS_VOTES,
          Result.CROSS_ACCEPT_BYTES,
          Result.LEADER_SHARE);

  private ExperimentPlots() {}

  /**
   * Replaces {@code file}.
   *
   * @param x axis of the pictures, logarithmic unless something is at 0
   * @param lines axis of which each value is a line; null if there is but one
   * @param shown a chart of each
   */
  static void write(
      String title, List<Result> results, String x, String lines, List<String> shown, Path file) {
    List<XYChart> charts =
        shown.stream().map(measure -> chart(title, results, x, lines, measure)).toList();
    int rows = (charts.size() + COLUMNS - 1) / COLUMNS;
    try (OutputStream out = Files.newOutputStream(file)) {
      BitmapEncoder.saveBitmap(charts, rows, COLUMNS, out, BitmapEncoder.BitmapFormat.PNG);
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write " + file, refused);
    }
  }

  private static XYChart chart(
      String title, List<Result> results, String x, String lines, String measure) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(measure)
            .build();
    chart.getStyler().setXAxisLogarithmic(results.stream().allMatch(at -> at.value(x) > 0));
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    Map<String, List<Result>> groups = new LinkedHashMap<>();
    for (Result result : results) {
      String line = lines == null ? measure : lines + " " + (long) result.value(lines);
      groups.computeIfAbsent(line, unused -> new ArrayList<>()).add(result);
    }
    groups.forEach(
        (line, group) ->
            chart.addSeries(
                line,
                group.stream().mapToDouble(result -> result.value(x)).toArray(),
                group.stream().mapToDouble(result -> result.value(measure)).toArray()));
    return chart;
  }
}
