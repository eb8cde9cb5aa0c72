package io.synod.laboratory.tuning;

import io.synod.benchmarks.calibration.Tried;
import io.synod.benchmarks.calibration.Verification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was seen when limits were tried on a running cluster, and the recommendation.
 *
 * @param latencyMillisMax the requested limit; infinite if there is none
 */
public record VerificationReport(Verification.Result seen, double latencyMillisMax) {
  private static final String BEST = "<";

  /** Ends with the lines to paste. */
  public String text() {
    Tried best = best();
    return """
        Tried on this cluster against the default: %,d requests in flight, then %,d requests/s

        %s
        %s

        %s"""
        .formatted(
            seen.outstanding(),
            seen.perSecond(),
            table(),
            verdict(),
            AdviceReport.settings(best.limits().maxBytes(), best.limits().window()));
  }

  /** The recommended limits. */
  private Tried best() {
    return seen.best(latencyMillisMax);
  }

  private String verdict() {
    Tried best = best();
    if (best.equals(seen.tried().get(0))) {
      return "None of them is better for certain. The default:";
    }
    return switch (best.verdict()) {
      case FASTER -> "More requests than with the default, for certain:";
      default -> "As many requests as with the default in less time, for certain:";
    };
  }

  private String table() {
    TextTable table = new TextTable();
    table.line(
        List.of(
            "batch.max-bytes",
            "pipeline.window",
            "requests/s",
            "of the default",
            "p50 ms",
            "of the default",
            ""));
    for (Tried one : seen.tried()) {
      table.line(
          List.of(
              AdviceReport.size(one.limits().maxBytes()),
              Integer.toString(one.limits().window()),
              ModelText.number(Math.round(one.requestsPerSecond())),
              ratio(one.throughputRatio()),
              ModelText.number(one.latencyMillis()),
              ratio(one.latencyRatio()),
              one.equals(best()) ? BEST : ""));
    }
    return table.text();
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  /** For programs; times in ms, sizes in bytes. */
  public Map<String, Object> json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("outstanding", seen.outstanding());
    fields.put("perSecond", seen.perSecond());
    fields.put("tried", seen.tried().stream().map(VerificationReport::fields).toList());
    return fields;
  }

  /** The recommended settings and what they gave. */
  public Map<String, Object> recommended() {
    return fields(best());
  }

  private static Map<String, Object> fields(Tried one) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("batchMaxBytes", one.limits().maxBytes());
    fields.put("pipelineWindow", one.limits().window());
    fields.put("throughput", one.requestsPerSecond());
    fields.put("throughputOfDefault", one.throughputRatio());
    fields.put("latencyMillis", one.latencyMillis());
    fields.put("latencyOfDefault", one.latencyRatio());
    fields.put("verdict", one.verdict().name().toLowerCase(Locale.ROOT));
    return fields;
  }
}
