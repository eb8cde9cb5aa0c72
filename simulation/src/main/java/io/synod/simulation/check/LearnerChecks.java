package io.synod.simulation.check;

import io.synod.core.command.Batch;
import java.util.Arrays;

/**
 * Checks learners. They deliver every decided batch once and in order, or a snapshot instead of the
 * slots before it. They hold no more bytes than their credit. They leave a source without a leader
 * in time. Services see them as replicas with the next ids.
 */
public final class LearnerChecks {
  private static final long NOBODY = -1;

  private final int places;
  private final Decisions decisions;
  private final long[] next;

  // Since when it has followed a replica without a leader, and received nothing new.
  private final long[] strandedSince;

  LearnerChecks(int places, int learners, Decisions decisions) {
    this.places = places;
    this.decisions = decisions;
    next = new long[learners];
    strandedSince = new long[learners];
    Arrays.fill(strandedSince, NOBODY);
  }

  /** The id of {@code learner} among all replicas and learners. */
  public int self(int learner) {
    return places + learner;
  }

  /**
   * A process of {@code learner} starts with a state that holds every slot before {@code first}.
   */
  public void begins(int learner, long first) {
    next[learner] = first;
    strandedSince[learner] = NOBODY;
  }

  /** {@code learner} has its service restore a snapshot. */
  public void restores(int learner, long end) {
    if (end <= next[learner]) {
      throw new Violation(
          "learner %d restores a snapshot up to %d, is at slot %d", learner, end, next[learner]);
    }
    next[learner] = end;
    strandedSince[learner] = NOBODY;
  }

  /** {@code learner} leaves its source, and no source here may send more than its credit. */
  public void leaves(int learner, String reason) {
    if (reason.contains("bytes that it was granted")) {
      throw new Violation("learner %d leaves its source: %s", learner, reason);
    }
  }

  /**
   * {@code learner} receives the decision {@code batch}.
   *
   * @param heldBytes of received batches that it has not executed
   * @param creditBytes of further batches that it may receive; the last batch may exceed them
   */
  public void delivers(int learner, long slot, Batch batch, long heldBytes, long creditBytes) {
    if (slot != next[learner]) {
      throw new Violation(
          "learner %d delivers slot %d, expected was %d", learner, slot, next[learner]);
    }
    if (heldBytes >= creditBytes) {
      throw new Violation(
          "learner %d holds %d bytes when slot %d comes, has given credit for %d",
          learner, heldBytes, slot, creditBytes);
    }
    decisions.decided(self(learner), slot, batch);
    next[learner]++;
    strandedSince[learner] = NOBODY;
  }

  /**
   * {@code learner} gives credit.
   *
   * @param openBytes that its source may send now
   */
  public void grants(int learner, long heldBytes, long openBytes, long creditBytes) {
    if (openBytes > 0 && heldBytes + openBytes > creditBytes) {
      throw new Violation(
          "learner %d holds %d bytes and lets %d more come, of %d",
          learner, heldBytes, openBytes, creditBytes);
    }
  }

  /**
   * {@code learner} has a new source or none, or its source has a live leader or sends it a
   * snapshot.
   */
  public void isInTouch(int learner) {
    strandedSince[learner] = NOBODY;
  }

  /**
   * {@code learner} follows a replica without a live leader.
   *
   * @param nanosMax for which it may do so without receiving anything new
   */
  public void isStranded(int learner, int replica, long nowNanos, long nanosMax) {
    if (strandedSince[learner] == NOBODY) {
      strandedSince[learner] = nowNanos;
    } else if (nowNanos - strandedSince[learner] > nanosMax) {
      throw new Violation(
          "learner %d has stayed with replica %d, which has no live leader, for %d ns",
          learner, replica, nowNanos - strandedSince[learner]);
    }
  }
}
