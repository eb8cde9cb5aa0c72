package io.synod.fitting.plot;

import io.synod.tuning.advice.Advice;
import io.synod.tuning.advice.Candidate;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;

/** Window, throughput and latency over the batch size; the first chart is S11's figure 5. */
public final class AdvicePlot {
  private static final double KIB = 1024;
  private static final Color LINE = new Color(0x0072B2);
  private static final Color RECOMMENDED = new Color(0xD55E00);

  private AdvicePlot() {}

  /** Replaces {@code file}. */
  public static void write(Advice advice, Path file) throws IOException {
    XYChart window = chart(advice, "w = f(S_batch): the window", "instances", Candidate::window);
    Picture.scaleLogarithmically(window, values(advice.candidates(), Candidate::window));
    XYChart throughput = chart(advice, "Throughput", "requests/s", Candidate::throughput);
    throughput.getStyler().setYAxisMin(0.0);
    XYChart latency = chart(advice, "Latency", "ms", Candidate::latencyMillis);
    Picture.scaleLogarithmically(latency, values(advice.candidates(), Candidate::latencyMillis));
    Picture.write(List.of(window, throughput, latency), 1, file);
  }

  private static XYChart chart(
      Advice advice, String title, String yTitle, ToDoubleFunction<Candidate> value) {
    List<Candidate> all = advice.candidates();
    double[] batchKib = values(all, AdvicePlot::batchKib);
    XYChart chart = Picture.overBatchSize(title, yTitle, batchKib);
    Picture.line(chart, "predicted", batchKib, values(all, value)).setLineColor(LINE);
    List<Candidate> one = List.of(advice.recommended());
    Picture.points(chart, "recommended", values(one, AdvicePlot::batchKib), values(one, value))
        .setMarkerColor(RECOMMENDED);
    return chart;
  }

  private static double batchKib(Candidate candidate) {
    return candidate.prediction().batchBytes() / KIB;
  }

  private static double[] values(List<Candidate> candidates, ToDoubleFunction<Candidate> value) {
    return candidates.stream().mapToDouble(value).toArray();
  }
}
