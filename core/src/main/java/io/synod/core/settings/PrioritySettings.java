package io.synod.core.settings;

import io.synod.core.check.Range;
import io.synod.core.cluster.ReplicaSet;
import java.util.Map;

/**
 * Which replicas should lead rather than others. Votes do not depend on it: a leader transfers its
 * leadership to a replica of higher priority.
 *
 * @param byReplica 0 to 255, by replica number; 0 where it is missing
 * @param settleNanos a leader leads for so long before it transfers its leadership for this reason
 */
public record PrioritySettings(Map<Integer, Integer> byReplica, long settleNanos) {
  public static final int MAX = 255;

  /** All replicas have the same. */
  public static final PrioritySettings NONE = new PrioritySettings(Map.of(), 1);

  public PrioritySettings {
    byReplica = Map.copyOf(byReplica);
    byReplica.values().forEach(priority -> Range.within(0, MAX, priority, "priority of a replica"));
    Range.atLeast(1, settleNanos, "time before a leader transfers by priority in ns");
  }

  public int of(int replica) {
    return byReplica.getOrDefault(replica, 0);
  }

  /** Those of {@code replicas} that have a higher priority than {@code replica}. */
  public ReplicaSet above(int replica, ReplicaSet replicas) {
    ReplicaSet above = ReplicaSet.EMPTY;
    for (int other = replicas.first(); other < ReplicaSet.NUMBERS; other = replicas.after(other)) {
      above = of(other) > of(replica) ? above.with(other) : above;
    }
    return above;
  }
}
