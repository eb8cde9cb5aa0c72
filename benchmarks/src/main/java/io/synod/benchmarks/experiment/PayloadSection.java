package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a report says of peaks over the bytes of a value: each beside that of the shortest. */
final class PayloadSection {

  private PayloadSection() {}

  static String of(List<Result> results) {
    StringBuilder text = new StringBuilder();
    text.append(
        """

        ## Peaks over the bytes of a value

        | r | bytes | peak, requests/s | of that with the shortest |
        |---|---|---|---|
        """);
    peaks(results)
        .forEach(
            (groups, byBytes) ->
                byBytes.forEach(
                    (bytes, peak) ->
                        text.append(
                            String.format(
                                Locale.ROOT,
                                "| %d | %d | %,.0f | %.2f |%n",
                                groups,
                                bytes,
                                peak,
                                peak / byBytes.firstEntry().getValue()))));
    return text.toString();
  }

  /** By groups, then by bytes. */
  private static Map<Long, TreeMap<Long, Double>> peaks(List<Result> results) {
    Map<Long, TreeMap<Long, Double>> peaks = new TreeMap<>();
    for (Result result : results) {
      peaks
          .computeIfAbsent((long) result.value(Axis.GROUPS), unused -> new TreeMap<>())
          .merge((long) result.value(Axis.REQUEST), result.value(Result.THROUGHPUT), Math::max);
    }
    return peaks;
  }
}
