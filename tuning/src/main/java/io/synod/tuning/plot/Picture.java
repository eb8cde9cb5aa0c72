package io.synod.tuning.plot;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts one below the other, all in the same style. */
final class Picture {
  private static final int WIDTH = 1_000;
  private static final int HEIGHT = 460;
  private static final int MARKER_SIZE = 6;
  private static final double CONTENT = 0.95;
  private static final Color GRID = new Color(0xDDDDDD);

  private Picture() {}

  /** An empty chart over S_2a, which is scaled logarithmically. */
  static XYChart overBatchSize(String title, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("S_2a, KiB")
            .yAxisTitle(yTitle)
            .build();
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setXAxisLogarithmicDecadeOnly(false);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotGridLinesColor(GRID);
    chart.getStyler().setPlotContentSize(CONTENT);
    chart.getStyler().setMarkerSize(MARKER_SIZE);
    return chart;
  }

  static XYSeries points(XYChart chart, String name, double[] x, double[] y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    series.setMarker(SeriesMarkers.CIRCLE);
    return series;
  }

  static XYSeries line(XYChart chart, String name, double[] x, double[] y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  /** Replaces {@code file}. */
  static void write(List<XYChart> charts, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      BitmapEncoder.saveBitmap(charts, charts.size(), 1, out, BitmapEncoder.BitmapFormat.PNG);
    }
  }
}
