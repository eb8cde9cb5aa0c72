package io.synod.benchmarks.sweep;

import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.core.settings.BatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The autopilot and several fixed limits in turns, on one cluster under one load. A ratio is the
 * geometric mean over the rounds, so that a machine that changes slowly changes both sides.
 */
final class Duel {
  private final SweepCluster cluster;
  private final List<BatchLimits> fixed;
  private final Span span;
  private final List<Round> rounds = new ArrayList<>();

  /** One round: of the autopilot, and of the fixed limits in their order. */
  private record Round(LoadResult auto, List<LoadResult> fixed) {}

  /**
   * @param span of each interval
   */
  Duel(SweepCluster cluster, List<BatchLimits> fixed, Span span) {
    this.cluster = cluster;
    this.fixed = List.copyOf(fixed);
    this.span = span;
  }

  /** Measures one more round, each in another order. */
  void round() throws InterruptedException {
    int contenders = fixed.size() + 1;
    LoadResult auto = null;
    LoadResult[] others = new LoadResult[fixed.size()];
    for (int turn = 0; turn < contenders; turn++) {
      int contender = (turn + rounds.size()) % contenders;
      if (contender == fixed.size()) {
        cluster.release();
        cluster.pass(span.warmUp());
        auto = cluster.pass(span.duration());
      } else {
        others[contender] = cluster.measure(fixed.get(contender), span).load();
      }
    }
    rounds.add(new Round(auto, List.of(others)));
  }

  List<BatchLimits> fixed() {
    return fixed;
  }

  double auto(ToDoubleFunction<LoadResult> quantity) {
    return Medians.of(rounds, round -> quantity.applyAsDouble(round.auto));
  }

  double fixed(int index, ToDoubleFunction<LoadResult> quantity) {
    return Medians.of(rounds, round -> quantity.applyAsDouble(round.fixed.get(index)));
  }

  /** How many times the quantity of the fixed limits the autopilot has. */
  Ratio ratio(int index, ToDoubleFunction<LoadResult> quantity) {
    double[] logs =
        rounds.stream()
            .mapToDouble(
                round ->
                    Math.log(
                        quantity.applyAsDouble(round.auto)
                            / quantity.applyAsDouble(round.fixed.get(index))))
            .toArray();
    return Ratio.of(logs);
  }
}
