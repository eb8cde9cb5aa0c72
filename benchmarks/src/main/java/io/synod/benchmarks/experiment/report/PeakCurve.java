package io.synod.benchmarks.experiment.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One kind of cluster under a rising load. */
record PeakCurve(Kind kind, List<Result> results) {
  // A process that uses this much of its share repeatedly waits for its next quota.
  private static final double NEARLY_ALL = 0.85;

  /**
   * @param groups number of relay groups; n-1 without relays
   */
  record Kind(int replicas, boolean batches, int groups, int dead) {

    static Kind of(Result result) {
      return new Kind(
          result.number(Axis.REPLICAS),
          result.value(Axis.BATCHING) == 1,
          result.number(Axis.GROUPS),
          result.number(Axis.DEAD));
    }

    boolean isDirect() {
      return groups == replicas - 1;
    }

    String dissemination() {
      String way = isDirect() ? "direct" : "relay, " + groups + " groups";
      return dead == 0 ? way : way + ", " + dead + " dead";
    }

    String batching() {
      return batches ? "default" : "none";
    }
  }

  /** The curves, in the order of their measurement. */
  static List<PeakCurve> of(List<Result> results) {
    Map<Kind, List<Result>> byKind =
        results.stream()
            .collect(Collectors.groupingBy(Kind::of, LinkedHashMap::new, Collectors.toList()));
    return byKind.entrySet().stream()
        .map(entry -> new PeakCurve(entry.getKey(), List.copyOf(entry.getValue())))
        .toList();
  }

  /** The result with the greatest throughput. */
  Result peak() {
    return results.stream()
        .max(Comparator.comparingDouble(result -> result.value(Measure.THROUGHPUT)))
        .orElseThrow();
  }

  /** The result of the load that leaves the leader mostly idle; empty if it was not measured. */
  Optional<Result> low() {
    return results.stream().filter(result -> !result.isClosed()).findFirst();
  }

  /** Whether the leader used up its share at the peak, while the machine had idle time. */
  boolean isLeaderBound(double share) {
    return peak().value(Measure.LEADER_SHARE) >= NEARLY_ALL * share
        && peak().value(Measure.MACHINE_BUSY) < NEARLY_ALL;
  }
}
