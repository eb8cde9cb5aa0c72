package io.synod.laboratory;

import io.synod.benchmarks.calibration.LinkFinding;
import io.synod.fitting.regression.Coefficient;
import io.synod.laboratory.tuning.FitText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The measurements of a running cluster, for people and for programs. */
final class MeasurementText {
  private static final double MEGA = 1e6;
  private static final double HALF = 0.5;

  private MeasurementText() {}

  /** Ends with a line break. */
  static String of(ClusterMeasurement measured) {
    StringBuilder text = new StringBuilder();
    text.append(
        "cluster %s: replica %d leads %d replicas in view %s\n\n"
            .formatted(
                measured.cluster(),
                measured.found().leader(),
                measured.found().replicas(),
                measured.found().view()));
    for (LinkFinding link : measured.found().links()) {
      text.append(line(link)).append('\n');
    }
    text.append(format("to a majority and back: %.3f ms\n", measured.roundTripMillis()));
    text.append(bandwidth(measured)).append("\n\n");
    text.append(
        "%,d intervals of the leader under load\n\n"
            .formatted(measured.found().intervals().size()));
    text.append(FitText.of(measured.fit()));
    if (!measured.fit().isClose()) {
      text.append(
          FitText.OFF
              + "  Measure for longer (--warm-up 30s --per-load 10s), without other load on the replicas' machines.\n");
    }
    return text.toString();
  }

  private static String line(LinkFinding link) {
    String way = format("to replica %d: %.3f ms", link.replica(), link.roundTripMillis());
    return link.bursts() == 0 || link.bitsPerSecond() == 0
        ? way
        : way + ", " + atLeast(link) + megabits(link.bitsPerSecond());
  }

  private static String bandwidth(ClusterMeasurement measured) {
    String rate = megabits(measured.bitsPerSecond());
    return switch (measured.bandwidth()) {
      case GIVEN -> "bandwidth: " + rate + ", as given";
      case CONFIGURED -> "bandwidth: " + rate + ", by network.bandwidth";
      case MEASURED ->
          "bandwidth: %s%s, of the slowest link to that majority; %s"
              .formatted(atLeast(measured.found().narrowest()), rate, together(measured));
    };
  }

  private static String together(ClusterMeasurement measured) {
    double shared = measured.sharedBitsPerSecond();
    return Double.isInfinite(shared)
        ? "all together are no narrower"
        : megabits(shared) + " all together";
  }

  private static String atLeast(LinkFinding link) {
    return link.isLowerBound() ? "at least " : "";
  }

  private static String megabits(double bitsPerSecond) {
    return format(
        bitsPerSecond < 100 * MEGA ? "%.2f Mbit/s" : "%,.0f Mbit/s", bitsPerSecond / MEGA);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** The measurements for programs; times in ms, costs as in a profile. */
  static Map<String, Object> json(ClusterMeasurement measured) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("leader", measured.found().leader());
    fields.put("view", measured.found().view());
    fields.put("replicas", measured.found().replicas());
    fields.put("rttMillis", measured.roundTripMillis());
    fields.put("bitsPerSecond", measured.bitsPerSecond());
    double shared = measured.sharedBitsPerSecond();
    fields.put("sharedBitsPerSecond", Double.isInfinite(shared) ? null : shared);
    fields.put("bandwidth", measured.bandwidth().name().toLowerCase(Locale.ROOT));
    fields.put(
        "isLowerBound",
        measured.bandwidth() == ClusterMeasurement.Bandwidth.MEASURED
            && measured.found().narrowest().isLowerBound());
    fields.put("intervals", measured.found().intervals().size());
    fields.put("medianError", measured.fit().error(HALF));
    fields.put("determination", measured.fit().determination());
    fields.put("costs", measured.fit().coefficients().stream().map(Coefficient::value).toList());
    fields.put("links", measured.found().links().stream().map(MeasurementText::json).toList());
    return fields;
  }

  private static Map<String, Object> json(LinkFinding link) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("replica", link.replica());
    fields.put("rttMillis", link.roundTripMillis());
    fields.put("bitsPerSecond", link.bursts() == 0 ? null : link.bitsPerSecond());
    return fields;
  }
}
