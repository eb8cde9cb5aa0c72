package io.synod.simulation.timed;

import io.synod.core.settings.BatchLimits;
import io.synod.simulation.scheduler.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One seed: the leader of a cluster under random conditions, which change once. The limits that it
 * has chosen are compared with the first ones and with others, each in a cluster of the same seed
 * whose limits are fixed.
 */
public final class TimedRun {
  private static final double STRETCH_SECONDS = 35;
  private static final int STRETCHES = 2;
  private static final int[] WINDOWS = {2, 8, 32, 128};
  private static final int BATCHES_MIN = 10;
  private static final int BATCHES_MAX = 13;

  private final Seeds seeds;
  private final TimedSummary summary;
  private final TimedCluster cluster;
  private final TimedChecks checks;
  private final int batchMax;
  private final List<Conditions> conditions = new ArrayList<>();
  private final List<BatchLimits> chosen = new ArrayList<>();
  private long calmMoves;

  /**
   * @param summary to which it adds what it finds
   */
  public TimedRun(long seed, TimedSummary summary) {
    seeds = new Seeds(seed);
    this.summary = summary;
    SplittableRandom random = seeds.random("conditions");
    conditions.add(Conditions.drawn(random));
    conditions.add(conditions.get(0).changed(random));
    batchMax = 1 << random.nextInt(BATCHES_MIN, BATCHES_MAX);
    cluster = new TimedCluster(seeds, conditions.get(0), "256B.." + batchMax + "B", "1..512");
    checks = new TimedChecks(cluster);
  }

  /**
   * Runs it.
   *
   * @throws io.synod.simulation.check.Violation if limits are not kept, or readings are wrong
   */
  public void run() {
    for (int stretch = 0; stretch < STRETCHES; stretch++) {
      double end = (stretch + 1) * STRETCH_SECONDS;
      Conditions next = conditions.get(Math.min(stretch + 1, STRETCHES - 1));
      cluster.at(end - STRETCH_SECONDS / 2, () -> calmMoves = checks.moves());
      cluster.at(
          end - 1e-9,
          () -> {
            chosen.add(cluster.leader().tuning().search().chosen());
            summary.calm(checks.moves() - calmMoves, STRETCH_SECONDS / 2);
            cluster.become(next);
          });
    }
    cluster.run(STRETCHES * STRETCH_SECONDS);
    for (int stretch = 0; stretch < STRETCHES; stretch++) {
      judge(conditions.get(stretch), chosen.get(stretch));
    }
  }

  private void judge(Conditions under, BatchLimits found) {
    TimedCluster.Measured it = TimedCluster.fixed(seeds, under, found);
    TimedCluster.Measured first = TimedCluster.fixed(seeds, under, cluster.start());
    TimedCluster.Measured best = better(it, first);
    for (int window : WINDOWS) {
      for (int bytes : new int[] {batchMax, batchMax / 4}) {
        best = better(best, TimedCluster.fixed(seeds, under, new BatchLimits(bytes, window)));
      }
    }
    summary.judged(it, best, first);
  }

  private static TimedCluster.Measured better(
      TimedCluster.Measured one, TimedCluster.Measured other) {
    double gain = other.perSecond() / one.perSecond();
    boolean isQuicker = gain > 1 / TimedSummary.AS_FAST && other.nanos() < one.nanos();
    return gain > TimedSummary.AS_FAST || isQuicker ? other : one;
  }
}
