package io.synod.simulation;

import io.synod.core.recovery.SurvivingLog;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.storage.KeptState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Asks at some moments what would be known if all replicas ended then and only some directories
 * were left, as {@code synod force-quorum} does. Changes nothing.
 */
final class LostMajority {
  private static final int MOMENTS = 2;
  private static final int SUBSETS = 3;

  private final Nodes nodes;
  private final String cluster;
  private final ClusterChecks checks;
  private final SplittableRandom random;

  LostMajority(Nodes nodes, String cluster, ClusterChecks checks, SplittableRandom random) {
    this.nodes = nodes;
    this.cluster = cluster;
    this.checks = checks;
    this.random = random;
  }

  /** Asks at moments before {@code durationNanos}. */
  void start(long durationNanos, Scheduler scheduler) {
    for (int moment = 0; moment < MOMENTS; moment++) {
      scheduler.at(random.nextLong(durationNanos), this::check);
    }
  }

  private void check() {
    List<KeptState> all = new ArrayList<>();
    for (SimulatedNode node : nodes) {
      KeptState kept = node.kept(cluster);
      if (kept != null) {
        all.add(kept);
      }
    }
    for (int subset = 0; subset < SUBSETS; subset++) {
      List<KeptState> survivors = new ArrayList<>(all);
      survivors.removeIf(one -> random.nextBoolean());
      check(survivors);
    }
  }

  private void check(List<KeptState> survivors) {
    long first = survivors.stream().mapToLong(KeptState::snapshotEnd).max().orElse(0);
    SurvivingLog log = new SurvivingLog(first);
    survivors.forEach(survivor -> log.add(survivor.recovered(first)));
    checks.survive(log, survivors);
  }
}
