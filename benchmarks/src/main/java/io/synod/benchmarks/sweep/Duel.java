package io.synod.benchmarks.sweep;

import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.core.settings.BatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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
    add(auto, List.of(others));
  }

  void add(LoadResult auto, List<LoadResult> others) {
    rounds.add(new Round(auto, others));
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
    return ratio(Round::auto, round -> index, quantity);
  }

  /**
   * How many times the quantity of the best fixed limits the autopilot has. The limits that are the
   * best in the odd rounds count as the best in the even ones, and the other way round. The best of
   * the same rounds would be flattered by chance.
   *
   * @param better the larger of it is the better
   */
  Ratio toBest(ToDoubleFunction<LoadResult> quantity, ToDoubleFunction<LoadResult> better) {
    return ratio(Round::auto, bestOfOthers(better), quantity);
  }

  /** The same for fixed limits in place of the autopilot. */
  Ratio toBest(
      int index, ToDoubleFunction<LoadResult> quantity, ToDoubleFunction<LoadResult> better) {
    return ratio(round -> round.fixed.get(index), bestOfOthers(better), quantity);
  }

  private IntUnaryOperator bestOfOthers(ToDoubleFunction<LoadResult> better) {
    int[] best = {best(better, round -> round % 2 == 1), best(better, round -> round % 2 == 0)};
    return round -> best[round % 2];
  }

  /** The fixed limits with the largest geometric mean in these rounds. */
  private int best(ToDoubleFunction<LoadResult> better, IntPredicate ofRounds) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int index = 0; index < fixed.size(); index++) {
      int contender = index;
      double sum =
          IntStream.range(0, rounds.size())
              .filter(ofRounds)
              .mapToDouble(
                  at -> Math.log(better.applyAsDouble(rounds.get(at).fixed.get(contender))))
              .sum();
      if (sum > largest) {
        largest = sum;
        best = index;
      }
    }
    return best;
  }

  /** The fixed limits with the largest geometric mean of all rounds. */
  int best(ToDoubleFunction<LoadResult> better) {
    return best(better, round -> true);
  }

  private Ratio ratio(
      Function<Round, LoadResult> ours,
      IntUnaryOperator theirs,
      ToDoubleFunction<LoadResult> quantity) {
    double[] logs = new double[rounds.size()];
    for (int at = 0; at < logs.length; at++) {
      Round round = rounds.get(at);
      double other = quantity.applyAsDouble(round.fixed.get(theirs.applyAsInt(at)));
      logs[at] = Math.log(quantity.applyAsDouble(ours.apply(round)) / other);
    }
    return Ratio.of(logs);
  }
}
