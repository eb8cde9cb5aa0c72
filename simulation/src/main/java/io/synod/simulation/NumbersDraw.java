package io.synod.simulation;

import io.synod.core.cluster.ReplicaSet;
import java.util.SplittableRandom;

/**
 * Draws the numbers of the replicas. In one of four scenarios they are any, most often without 0,
 * and a standby may have a lower one than a member; otherwise they are the first ones in order.
 */
final class NumbersDraw {
  /** Leaves alone nearly all seeds that find an error of docs/mutations.md after more than 100. */
  static final String CONCERN = "rare replicas' numbers from 0 to 31";

  private static final int ONE_IN = 4;
  private static final int WITH_ZERO_ONE_IN = 3;

  // Beyond the number of members, where all of them are low.
  private static final int GAPS_MAX = 4;

  private final SplittableRandom random;
  private final boolean areAny;

  NumbersDraw(SplittableRandom random) {
    this.random = random;
    areAny = random.nextInt(ONE_IN) == 0;
  }

  /** Of the members with which the cluster forms. */
  ReplicaSet members(int count) {
    if (!areAny) {
      return ReplicaSet.all(count);
    }
    int first = random.nextInt(WITH_ZERO_ONE_IN) == 0 ? 0 : 1;
    int end = random.nextBoolean() ? ReplicaSet.NUMBERS : first + count + random.nextInt(GAPS_MAX);
    return some(count, range(first, end));
  }

  /** Of replicas that are no {@code members}. */
  ReplicaSet standbys(ReplicaSet members, int count) {
    int next = members.size();
    return areAny ? some(count, ReplicaSet.ANY.without(members)) : range(next, next + count);
  }

  private static ReplicaSet range(int first, int end) {
    return ReplicaSet.all(end).without(ReplicaSet.all(first));
  }

  private ReplicaSet some(int count, ReplicaSet of) {
    ReplicaSet left = of;
    while (left.size() > of.size() - count) {
      int drawn = left.numbers().get(random.nextInt(left.size()));
      left = left.without(ReplicaSet.of(drawn));
    }
    return of.without(left);
  }
}
