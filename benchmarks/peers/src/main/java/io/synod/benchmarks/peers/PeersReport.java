package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.Row;
import io.synod.benchmarks.process.Measured;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The results by point and contender. */
final class PeersReport {
  private final PeersOptions options;
  private final Map<Point, Map<Contender, Outcome>> outcomes = new LinkedHashMap<>();

  PeersReport(PeersOptions options) {
    this.options = options;
  }

  void measured(Contender contender, Point point, Measured one) {
    if (one.leaderChanged()) {
      failed(contender, point, "the leader changed while it was measured");
    } else {
      outcome(contender, point).measured(one);
    }
  }

  void failed(Contender contender, Point point, String reason) {
    outcome(contender, point).failed(reason);
  }

  private Outcome outcome(Contender contender, Point point) {
    return outcomes
        .computeIfAbsent(options.measuredAt(contender, point), unused -> new LinkedHashMap<>())
        .computeIfAbsent(contender, Outcome::new);
  }

  PeersOptions options() {
    return options;
  }

  /** The outcomes of all contenders, in their order. */
  List<Outcome> at(Point point) {
    return options.contenders().stream().map(contender -> outcome(contender, point)).toList();
  }

  /** The result of one contender, if it was measured. */
  Optional<Row> row(Contender contender, Point point) {
    return outcome(contender, point).row();
  }

  /** The ratio of the answer rates of {@code one} and {@code other}, if both were measured. */
  OptionalDouble timesThroughput(Contender one, Contender other, Point point) {
    Optional<Row> ones = row(one, point);
    Optional<Row> others = row(other, point);
    return ones.isPresent() && others.isPresent()
        ? OptionalDouble.of(ones.get().perSecond() / others.get().perSecond())
        : OptionalDouble.empty();
  }

  boolean hasFailures() {
    return outcomes.values().stream()
        .flatMap(contenders -> contenders.values().stream())
        .anyMatch(outcome -> !outcome.failures().isEmpty());
  }
}
