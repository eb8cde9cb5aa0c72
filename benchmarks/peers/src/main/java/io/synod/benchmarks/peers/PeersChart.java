package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.Row;
import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * The report as two pictures, one above the other: throughput and cost, a group of bars for each
 * point.
 */
final class PeersChart {
  private static final int WIDTH = 1400;
  private static final int HEIGHT = 520;
  private static final double BARS_SHARE = 0.85;

  private PeersChart() {}

  /** Writes {@code peers.png}, replacing an existing file. */
  static void write(PeersReport report, Path folder) {
    List<CategoryChart> charts =
        List.of(
            chart(report, "requests per second", Row::perSecond),
            chart(
                report,
                "CPU of all processes, µs for each request",
                row -> row.median().cpuMicrosPerRequest()));
    String file = folder.resolve("peers.png").toString();
    try {
      BitmapEncoder.saveBitmap(charts, charts.size(), 1, file, BitmapFormat.PNG);
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write " + file, refused);
    }
  }

  private static CategoryChart chart(
      PeersReport report, String title, ToDoubleFunction<Row> figure) {
    CategoryChart chart =
        new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title).build();
    List<Point> points = report.options().points();
    List<String> names = points.stream().map(Point::toString).toList();
    double lowest = Double.MAX_VALUE;
    for (Contender contender : report.options().contenders()) {
      List<Double> figures = new ArrayList<>();
      for (Point point : points) {
        // No bar for a contender without a measurement.
        Optional<Row> row = report.row(contender, point);
        figures.add(row.map(figure::applyAsDouble).orElse(null));
      }
      if (figures.stream().anyMatch(Objects::nonNull)) {
        chart.addSeries(contender.toString(), names, figures);
        lowest = Math.min(lowest, lowest(figures));
      }
    }
    chart
        .getStyler()
        .setAvailableSpaceFill(BARS_SHARE)
        .setYAxisLogarithmic(true)
        // Bars on a logarithmic axis need a lower end; below the shortest bar, so that
        // it is visible.
        .setYAxisMin(Math.pow(10, Math.floor(Math.log10(lowest / 2))))
        .setYAxisDecimalPattern("#,##0.##")
        .setPlotBackgroundColor(Color.WHITE)
        .setChartBackgroundColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideE);
    return chart;
  }

  private static double lowest(List<Double> figures) {
    return figures.stream()
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .min()
        .getAsDouble();
  }
}
