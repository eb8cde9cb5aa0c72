package io.synod.simulation.check;

import io.synod.core.cluster.View;

/**
 * The state that a replica reports after a step.
 *
 * @param leads whether it leads
 * @param promised no vote in a view before this one
 * @param decided every slot before this one is decided
 * @param delivered every slot before this one was delivered to the service
 * @param firstKept the oldest slot of its log
 * @param openSlots undecided slots that it has proposed; 0 if it does not lead
 */
public record ReplicaState(
    boolean leads, View promised, long decided, long delivered, long firstKept, int openSlots) {
  static final ReplicaState INITIAL = new ReplicaState(false, View.NONE, 0, 0, 0, 0);
}
