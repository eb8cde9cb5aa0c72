package io.synod.fitting.plot;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts as one PNG. */
public final class Picture {
  private static final int WIDTH = 1_000;
  private static final int HEIGHT = 460;
  private static final int MARKER_SIZE = 6;
  private static final double CONTENT = 0.95;
  private static final double WIDE = 50;
  private static final String PLAIN = "#,##0.######";
  private static final Color GRID = new Color(0xDDDDDD);

  private Picture() {}

  /** An empty chart with its legend on the right. */
  public static XYChart chart(int width, int height, String title, String xTitle, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(height)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    return chart;
  }

  /**
   * An empty chart with a logarithmic axis of S_2a.
   *
   * @param batchKib all its values
   */
  static XYChart overBatchSize(String title, String yTitle, double[] batchKib) {
    XYChart chart = chart(WIDTH, HEIGHT, title, "S_2a, KiB", yTitle);
    XYStyler styler = chart.getStyler();
    styler.setXAxisLogarithmic(true);
    styler.setXAxisLogarithmicDecadeOnly(isWide(batchKib));
    styler.setXAxisDecimalPattern(PLAIN);
    styler.setYAxisDecimalPattern(PLAIN);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotContentSize(CONTENT);
    styler.setMarkerSize(MARKER_SIZE);
    return chart;
  }

  /**
   * Makes the other axis logarithmic, too.
   *
   * @param values all its values
   */
  static void scaleLogarithmically(XYChart chart, double[] values) {
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmicDecadeOnly(isWide(values));
  }

  /** Whether the axis has space only for labels at powers of ten. */
  private static boolean isWide(double[] values) {
    double least = Arrays.stream(values).min().orElse(1);
    return Arrays.stream(values).max().orElse(1) > WIDE * least;
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

  /** Replaces {@code file} by the charts, {@code columns} side by side. */
  public static void write(List<XYChart> charts, int columns, Path file) throws IOException {
    int rows = (charts.size() + columns - 1) / columns;
    try (OutputStream out = Files.newOutputStream(file)) {
      BitmapEncoder.saveBitmap(charts, rows, columns, out, BitmapEncoder.BitmapFormat.PNG);
    }
  }
}
