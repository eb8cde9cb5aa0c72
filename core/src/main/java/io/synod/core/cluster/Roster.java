package io.synod.core.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The incarnation of every replica, as one of them knows it. Immutable.
 *
 * @param incarnations by replica number
 */
public record Roster(List<Incarnation> incarnations) {

  public Roster {
    incarnations = List.copyOf(incarnations);
  }

  /** Of a cluster in which nobody was heard of. */
  public static Roster unknown(int replicas) {
    return new Roster(Collections.nCopies(replicas, Incarnation.UNKNOWN));
  }

  public int replicas() {
    return incarnations.size();
  }

  public Incarnation of(int replica) {
    return incarnations.get(replica);
  }

  public long epoch(int replica) {
    return of(replica).epoch();
  }

  public Roster with(int replica, Incarnation incarnation) {
    if (of(replica).equals(incarnation)) {
      return this;
    }
    List<Incarnation> changed = new ArrayList<>(incarnations);
    changed.set(replica, incarnation);
    return new Roster(changed);
  }

  /** Of each replica the incarnation of the later epoch; this roster's own where they are equal. */
  public Roster latest(Roster other) {
    Roster merged = this;
    for (int replica = 0; replica < replicas(); replica++) {
      if (other.epoch(replica) > epoch(replica)) {
        merged = merged.with(replica, other.of(replica));
      }
    }
    return merged;
  }
}
