package io.synod.simulation.learner;

import io.synod.core.settings.SessionSettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.simulation.scheduler.SkewedClock;

/**
 * What one simulated learner is built from.
 *
 * @param session as at the replicas, whose state its own must equal
 * @param segmentBytes as of the replicas: how snapshots are kept
 * @param serviceNanos that executing a batch takes at most
 * @param snapshotNanos that writing a snapshot or a part of one takes at most
 * @param startNanos when its first process starts
 */
public record LearnerSettings(
    SubscriptionSettings subscription,
    SnapshotSettings snapshots,
    SessionSettings session,
    Reading reading,
    SkewedClock clock,
    long segmentBytes,
    long serviceNanos,
    long snapshotNanos,
    long startNanos) {

  /**
   * How it reads.
   *
   * @param readsMax that may wait
   * @param againNanos its source is asked again for what reads wait for
   * @param patienceNanos after which a read is refused
   */
  public record Reading(int readsMax, long againNanos, long patienceNanos) {}
}
