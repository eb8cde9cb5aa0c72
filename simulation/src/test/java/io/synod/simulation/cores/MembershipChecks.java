package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.membership.Membership;
import io.synod.simulation.check.Violation;
import java.util.HashMap;
import java.util.Map;

/**
 * All replicas deliver the same batch in each slot and enter the same memberships. A change is
 * proposed once the membership before it has decided a slot, to members that can go on with it, and
 * a removed replica ends after the others have gone on without it.
 */
final class MembershipChecks {
  private final Map<Long, Batch> batches = new HashMap<>();
  private final Map<Long, Membership> memberships = new HashMap<>();
  private long deliveredEnd;

  MembershipChecks(Membership first) {
    memberships.put(first.number(), first);
  }

  void delivers(int replica, long slot, Batch batch) {
    Batch known = batches.putIfAbsent(slot, batch);
    if (known != null && !known.equals(batch)) {
      throw new Violation(
          "replica %d delivers %s in slot %d, others %s", replica, batch, slot, known);
    }
    deliveredEnd = Math.max(deliveredEnd, slot + 1);
  }

  void enters(int replica, Membership membership) {
    Membership known = memberships.putIfAbsent(membership.number(), membership);
    if (known != null && !known.equals(membership)) {
      throw new Violation("replica %d enters %s, others %s", replica, membership, known);
    }
  }

  /**
   * @param number of the current membership
   * @param active replicas that have run lately
   */
  void proposes(int leader, long number, Membership next, ReplicaSet active) {
    Membership current = memberships.get(number);
    if (number > 0 && deliveredEnd <= current.first()) {
      throw new Violation(
          "leader %d proposes membership %d, and slot %d, the first of membership %d, is not"
              + " decided",
          leader, next.number(), current.first(), number);
    }
    ReplicaSet left = new ReplicaSet(next.numbers().bits() & active.bits());
    if (left.size() < next.quorums().electable()) {
      throw new Violation(
          "leader %d proposes membership %d of the replicas %s, of which only %s have run lately",
          leader, next.number(), next.numbers(), left);
    }
  }

  /**
   * @param current as far as the replica knows
   */
  void leaves(int replica, Membership current) {
    if (deliveredEnd <= current.first()) {
      throw new Violation(
          "replica %d ends, and slot %d, the first of membership %d, is not decided",
          replica, current.first(), current.number());
    }
  }

  /** Memberships that replicas have entered, without the first. */
  int entered() {
    return memberships.size() - 1;
  }
}
