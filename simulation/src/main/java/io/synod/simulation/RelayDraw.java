package io.synod.simulation;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.RelaySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws whether a scenario's replicas relay, and in which groups. */
final class RelayDraw {
  private static final long MILLI = 1_000_000;
  private static final int REPLICAS_FEW = 7;
  private static final int REPLICAS_MAX = 13;
  private static final int MANY_OF = 16;

  private final SplittableRandom random;
  private final SplittableRandom crowds;

  /**
   * @param crowds draws the clusters with so many replicas that relays gather many votes
   */
  RelayDraw(SplittableRandom random, SplittableRandom crowds) {
    this.random = random;
    this.crowds = crowds;
  }

  /** The drawn quorums, or now and then those of many replicas, of which a majority decides. */
  Quorums quorums(Quorums few) {
    return crowds.nextInt(MANY_OF) > 0
        ? few
        : Quorums.majority(crowds.nextInt(REPLICAS_FEW + 1, REPLICAS_MAX + 1));
  }

  /** A third of the clusters that are large enough use relays. */
  RelaySettings draw(Quorums quorums) {
    int replicas = quorums.replicas();
    if (replicas < RelaySettings.REPLICAS_MIN || random.nextInt(3) > 0) {
      return RelaySettings.DIRECT;
    }
    long timeoutNanos = random.nextLong(MILLI, 80 * MILLI);
    int count = random.nextInt(1, 4);
    List<ReplicaSet> groups = random.nextBoolean() ? List.of() : groups(quorums.members(), count);
    int answers = random.nextInt(2) == 0 ? 0 : random.nextInt(1, replicas);
    try {
      return settings(quorums, groups, count, answers, timeoutNanos);
    } catch (IllegalArgumentException tooFewAnswers) {
      return settings(quorums, groups, count, 0, timeoutNanos);
    }
  }

  private static RelaySettings settings(
      Quorums quorums, List<ReplicaSet> groups, int count, int answers, long timeoutNanos) {
    int drawn = groups.isEmpty() ? count : 0;
    RelaySettings settings = new RelaySettings(groups, drawn, answers, timeoutNanos);
    settings.check(quorums);
    return settings;
  }

  /** Puts each replica into one group, and some into two. */
  private List<ReplicaSet> groups(ReplicaSet replicas, int count) {
    List<ReplicaSet> groups = new ArrayList<>();
    for (int group = 0; group < count; group++) {
      ReplicaSet members = ReplicaSet.EMPTY;
      int place = 0;
      for (int replica : replicas.numbers()) {
        boolean own = place++ % count == group;
        members = own || random.nextInt(6) == 0 ? members.with(replica) : members;
      }
      groups.add(members);
    }
    return groups;
  }
}
