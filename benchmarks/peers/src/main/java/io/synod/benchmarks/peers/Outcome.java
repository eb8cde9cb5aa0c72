package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.Row;
import io.synod.benchmarks.process.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The results of all repetitions of one contender at one point. */
final class Outcome {
  /** The failed process, and the first line of its log about the failure. */
  private static final int REASON_LINES = 2;

  private final Contender contender;
  private final List<Measured> measured = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  Outcome(Contender contender) {
    this.contender = contender;
  }

  void measured(Measured one) {
    measured.add(one);
  }

  void failed(String reason) {
    failures.add(reason.lines().limit(REASON_LINES).collect(Collectors.joining(" ")));
  }

  Contender contender() {
    return contender;
  }

  /** The row of the successful repetitions, if there is one. */
  Optional<Row> row() {
    return measured.isEmpty()
        ? Optional.empty()
        : Optional.of(Row.of(contender.toString(), measured));
  }

  /** The beginning of each reason. */
  List<String> failures() {
    return failures;
  }
}
