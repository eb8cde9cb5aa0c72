package io.synod.simulation.scheduler;

import io.synod.core.cluster.ReplicaSet;
import java.util.List;
import java.util.SplittableRandom;

/** Draws replicas. */
public final class ReplicaDraw {
  private ReplicaDraw() {}

  /** So many of {@code replicas}, or all of them if they are fewer. */
  public static ReplicaSet some(ReplicaSet replicas, int most, SplittableRandom random) {
    ReplicaSet some = ReplicaSet.EMPTY;
    ReplicaSet left = replicas;
    while (some.size() < most && !left.isEmpty()) {
      List<Integer> numbers = left.numbers();
      int drawn = numbers.get(random.nextInt(numbers.size()));
      some = some.with(drawn);
      left = left.without(ReplicaSet.of(drawn));
    }
    return some;
  }
}
