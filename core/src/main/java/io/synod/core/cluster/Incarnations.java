package io.synod.core.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The incarnation of every replica, as one of them knows it. Immutable.
 *
 * @param byReplica by replica number, up to the highest one; unknown where there is no member
 */
public record Incarnations(List<Incarnation> byReplica) {

  public Incarnations {
    byReplica = List.copyOf(byReplica);
  }

  /** Of a cluster of which nothing is known yet. */
  public static Incarnations unknown(ReplicaSet members) {
    return new Incarnations(Collections.nCopies(members.end(), Incarnation.UNKNOWN));
  }

  /** After the highest number of a member. */
  public int end() {
    return byReplica.size();
  }

  public Incarnation of(int replica) {
    return byReplica.get(replica);
  }

  public long number(int replica) {
    return of(replica).number();
  }

  public Incarnations with(int replica, Incarnation incarnation) {
    if (of(replica).equals(incarnation)) {
      return this;
    }
    List<Incarnation> changed = new ArrayList<>(byReplica);
    changed.set(replica, incarnation);
    return new Incarnations(changed);
  }

  /**
   * Takes the incarnation with the higher number for each replica, and this object's own where the
   * numbers are equal.
   */
  public Incarnations latest(Incarnations other) {
    Incarnations merged = this;
    for (int replica = 0; replica < end(); replica++) {
      if (other.number(replica) > number(replica)) {
        merged = merged.with(replica, other.of(replica));
      }
    }
    return merged;
  }
}
