package io.synod.benchmarks.experiment.report;

import io.synod.fitting.plot.Picture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.knowm.xchart.XYChart;

/**
 * The pictures of a report: measures over one axis, a line for each value of another, one chart for
 * each measure.
 *
 * @param by the axis for each value of which all pictures are drawn; null for none
 * @param shown the measures, with a chart each
 */
public record Pictures(String by, List<Drawing> all, List<Measure> shown) {
  /** S13, figures 10 to 18, a to f. */
  public static final List<Measure> OF_INSTANCES =
      List.of(
          Measure.P50,
          Measure.INSTANCE_LATENCY,
          Measure.BATCH_REQUESTS,
          Measure.THROUGHPUT,
          Measure.INSTANCES,
          Measure.WINDOW_MEAN);

  /** The clients' view and the costs; also for experiments without decided instances. */
  public static final List<Measure> OF_REQUESTS =
      List.of(
          Measure.THROUGHPUT,
          Measure.P50,
          Measure.LATENCY_MEAN,
          Measure.LATENCY_MOST,
          Measure.REPLICAS_CPU,
          Measure.LEADER_CPU);

  /** PigPaxos, figure 9, and the messages between regions. */
  public static final List<Measure> OF_REGIONS =
      List.of(
          Measure.P50,
          Measure.P99,
          Measure.CROSS_ACCEPTS,
          Measure.CROSS_VOTES,
          Measure.CROSS_ACCEPT_BYTES,
          Measure.LEADER_SHARE);

  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;
  private static final int COLUMNS = 2;

  /**
   * One picture.
   *
   * @param x axis, logarithmic unless it contains 0
   * @param lines axis of which each value is a line
   * @param of selects the results to draw
   */
  public record Drawing(String name, String x, String lines, Predicate<Result> of) {}

  /**
   * Writes all pictures, replacing existing ones.
   *
   * @param word names the experiment
   * @return the report's section
   */
  public String write(String word, List<Result> results, Path folder) throws IOException {
    StringBuilder text = new StringBuilder("\n## Pictures\n\n");
    Map<Long, List<Result>> groups =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> by == null ? 0 : (long) result.value(by),
                    TreeMap::new,
                    Collectors.toList()));
    for (Map.Entry<Long, List<Result>> group : groups.entrySet()) {
      for (Drawing picture : all) {
        List<Result> drawn = group.getValue().stream().filter(picture.of).toList();
        // No picture without a measured point.
        if (!drawn.isEmpty()) {
          String file = by == null ? picture.name : picture.name + "-" + group.getKey();
          String title = by == null ? word : word + ", " + group.getKey();
          List<XYChart> charts =
              shown.stream().map(measure -> chart(title, picture, drawn, measure)).toList();
          Picture.write(charts, COLUMNS, folder.resolve(file + ".png"));
          text.append("![%s](%s.png)\n".formatted(picture.name, file));
        }
      }
    }
    return text.toString();
  }

  private static XYChart chart(
      String title, Drawing picture, List<Result> results, Measure measure) {
    XYChart chart = Picture.chart(WIDTH, HEIGHT, title, picture.x, measure.column());
    chart.getStyler().setXAxisLogarithmic(results.stream().allMatch(at -> at.value(picture.x) > 0));
    chart.getStyler().setYAxisMin(0.0);
    Map<String, List<Result>> groups =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> picture.lines + " " + (long) result.value(picture.lines),
                    LinkedHashMap::new,
                    Collectors.toList()));
    groups.forEach(
        (line, group) ->
            chart.addSeries(
                line,
                group.stream().mapToDouble(result -> result.value(picture.x)).toArray(),
                group.stream().mapToDouble(result -> result.value(measure)).toArray()));
    return chart;
  }
}
