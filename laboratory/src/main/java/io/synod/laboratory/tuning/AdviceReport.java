package io.synod.laboratory.tuning;

import io.synod.tuning.advice.Advice;
import io.synod.tuning.advice.Candidate;
import io.synod.tuning.model.Prediction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The recommended batch size and window, beside the other candidates.
 *
 * @param latencyMillisMax the requested limit; infinite if there is none
 */
public record AdviceReport(Advice advice, double latencyMillisMax) {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  // More takes a larger execution.backlog and membership.alpha than the defaults.
  private static final int WINDOW_DEFAULT_MOST = 512;
  private static final String RECOMMENDED = "<";

  /** Ends with the lines to paste. */
  public String text() {
    Candidate recommended = advice.recommended();
    return prediction() + "\n" + settings(recommended.maxBytes(), recommended.window());
  }

  /** Without the lines to paste. */
  public String prediction() {
    Candidate recommended = advice.recommended();
    return """
        %s

        %s
        %s
        predicted: %s requests/s, latency %s ms, bottleneck %s
        """
        .formatted(
            ModelText.inputs(advice.model()),
            candidates(),
            verdict(),
            ModelText.number(recommended.throughput()),
            ModelText.number(recommended.latencyMillis()),
            name(recommended.bottleneck()));
  }

  static String settings(int maxBytes, int window) {
    String lines =
        """
        batch.max-bytes = %s
        pipeline.window = %d
        """
            .formatted(size(maxBytes), window);
    return window <= WINDOW_DEFAULT_MOST
        ? lines
        : lines
            + """
            execution.backlog = %d
            # A cluster that has begun keeps the membership.alpha with which it began (512 by default): set
            # it here too, and before the window run 'synod member change --alpha %d'.
            """
                .formatted(2 * window, window);
  }

  /** The report for programs; times in ms, sizes in bytes. */
  public Map<String, Object> json() {
    return json("recommended");
  }

  /**
   * The report for programs.
   *
   * @param chosen name of the best candidate
   */
  public Map<String, Object> json(String chosen) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("latencyKept", advice.isLatencyKept());
    fields.put(chosen, fields(advice.recommended()));
    fields.put("candidates", advice.candidates().stream().map(AdviceReport::fields).toList());
    return fields;
  }

  private String verdict() {
    if (!advice.isLatencyKept()) {
      return "No batch keeps the latency within %s ms. The lowest:"
          .formatted(ModelText.number(latencyMillisMax));
    }
    String kept =
        Double.isInfinite(latencyMillisMax)
            ? ""
            : " that keep the latency within %s ms".formatted(ModelText.number(latencyMillisMax));
    return "The smallest within 1 %% of the greatest throughput of all%s:".formatted(kept);
  }

  private String candidates() {
    TextTable table = new TextTable();
    table.line(
        List.of(
            "batch.max-bytes",
            "k",
            "S_2a",
            "phi_CPU ms",
            "phi_NET ms",
            "T_inst ms",
            "w_CPU",
            "w_NET",
            "w",
            "requests/s",
            "latency ms",
            "bottleneck",
            ""));
    for (Candidate candidate : advice.candidates()) {
      Prediction prediction = candidate.prediction();
      table.line(
          List.of(
              size(candidate.maxBytes()),
              ModelText.number(prediction.requests()),
              ModelText.number(prediction.batchBytes()),
              ModelText.number(prediction.cpuMillis()),
              ModelText.number(prediction.networkMillis()),
              ModelText.number(prediction.instanceMillis()),
              ModelText.number(prediction.cpuWindow()),
              ModelText.number(prediction.networkWindow()),
              ModelText.number(prediction.window()),
              ModelText.number(candidate.throughput()),
              ModelText.number(candidate.latencyMillis()),
              name(candidate.bottleneck()),
              candidate.equals(advice.recommended()) ? RECOMMENDED : ""));
    }
    return table.text();
  }

  private static Map<String, Object> fields(Candidate candidate) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("batchMaxBytes", candidate.maxBytes());
    fields.put("pipelineWindow", candidate.window());
    fields.put("throughput", candidate.throughput());
    fields.put("latencyMillis", candidate.latencyMillis());
    fields.put("bottleneck", name(candidate.bottleneck()));
    fields.putAll(PredictionReport.quantities(candidate.prediction()));
    return fields;
  }

  /** In the notation of settings. */
  static String size(int bytes) {
    if (bytes % MIB == 0) {
      return bytes / MIB + "MiB";
    }
    return bytes % KIB == 0 ? bytes / KIB + "KiB" : bytes + "B";
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
