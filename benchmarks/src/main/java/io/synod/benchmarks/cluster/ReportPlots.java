package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.Measured;
import io.synod.fitting.plot.Picture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.HistogramIterationValue;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The median measurements of all systems as pictures. */
final class ReportPlots {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 600;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double PERCENT = 100;
  private static final int TICKS_PER_HALF = 5;

  private ReportPlots() {}

  /** Requests answered in each second. */
  static void throughput(Map<String, Measured> systems, Path file) throws IOException {
    XYChart chart = chart("Throughput over time", "second", "requests per second");
    chart.getStyler().setYAxisMin(0.0);
    systems.forEach(
        (system, measured) -> {
          List<Integer> seconds = new ArrayList<>();
          for (int second = 1; second <= measured.perSecond().size(); second++) {
            seconds.add(second);
          }
          if (!seconds.isEmpty()) {
            chart.addSeries(system, seconds, measured.perSecond()).setMarker(SeriesMarkers.NONE);
          }
        });
    Picture.write(List.of(chart), 1, file);
  }

  /** The latency over the rarity of exceeding it: 10 is 90 %, 1000 is 99.9 %. */
  static void latency(Map<String, Measured> systems, Path file) throws IOException {
    XYChart chart = chart("Latency", "one request in so many takes longer", "ms");
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
    systems.forEach(
        (system, measured) -> {
          List<Double> rarities = new ArrayList<>();
          List<Double> millis = new ArrayList<>();
          for (HistogramIterationValue value :
              measured.load().latencies().percentiles(TICKS_PER_HALF)) {
            double left = PERCENT - value.getPercentileLevelIteratedTo();
            if (left > 0 && value.getValueIteratedTo() > 0) {
              rarities.add(PERCENT / left);
              millis.add(value.getValueIteratedTo() / NANOS_PER_MILLI);
            }
          }
          if (!rarities.isEmpty()) {
            chart.addSeries(system, rarities, millis).setMarker(SeriesMarkers.NONE);
          }
        });
    Picture.write(List.of(chart), 1, file);
  }

  private static XYChart chart(String title, String x, String y) {
    XYChart chart = Picture.chart(WIDTH, HEIGHT, title, x, y);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
    return chart;
  }
}
