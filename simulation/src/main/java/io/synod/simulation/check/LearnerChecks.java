package io.synod.simulation.check;

import io.synod.core.command.Batch;
import java.util.Arrays;

/**
 * What those do who follow without a vote: every decided batch once and in order, a snapshot in
 * place of what came before it, no more in hand than they have given credit for, and no longer at a
 * replica that hears of no leader than they may be. To services they are replicas behind the last
 * one.
 */
public final class LearnerChecks {
  private static final long NOBODY = -1;

  private final int replicas;
  private final Decisions decisions;
  private final long[] next;

  // Since when it has stayed with a replica without a leader, and heard nothing new.
  private final long[] strandedSince;

  LearnerChecks(int replicas, int learners, Decisions decisions) {
    this.replicas = replicas;
    this.decisions = decisions;
    next = new long[learners];
    strandedSince = new long[learners];
    Arrays.fill(strandedSince, NOBODY);
  }

  /** The number of {@code learner} among all who execute. */
  public int self(int learner) {
    return replicas + learner;
  }

  /**
   * A process of {@code learner} starts with a state that holds every slot before {@code first}.
   */
  public void begins(int learner, long first) {
    next[learner] = first;
    strandedSince[learner] = NOBODY;
  }

  /** {@code learner} asks its service to go on from a snapshot. */
  public void restores(int learner, long end) {
    if (end <= next[learner]) {
      throw new Violation(
          "learner %d restores a snapshot up to %d, is at slot %d", learner, end, next[learner]);
    }
    next[learner] = end;
    strandedSince[learner] = NOBODY;
  }

  /**
   * {@code learner} is told that {@code batch} is decided.
   *
   * @param heldBytes of batches that it has and has not executed
   * @param creditBytes that may be told beyond what it has executed; the last batch may exceed them
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
   * @param openBytes that its source may tell now
   */
  public void grants(int learner, long heldBytes, long openBytes, long creditBytes) {
    if (openBytes > 0 && heldBytes + openBytes > creditBytes) {
      throw new Violation(
          "learner %d holds %d bytes and lets %d more come, of %d",
          learner, heldBytes, openBytes, creditBytes);
    }
  }

  /** {@code learner} is connected, does not follow, and nothing will change that. */
  public void idles(int learner, int replica) {
    throw new Violation("learner %d is connected to %d and waits for nothing", learner, replica);
  }

  /** {@code learner} has a new source, has none, or its source hears of its leader. */
  public void isInTouch(int learner) {
    strandedSince[learner] = NOBODY;
  }

  /**
   * {@code learner} follows a replica that hears of no leader.
   *
   * @param nanosMax for which it may do so and hear nothing new
   */
  public void isStranded(int learner, int replica, long nowNanos, long nanosMax) {
    if (strandedSince[learner] == NOBODY) {
      strandedSince[learner] = nowNanos;
    } else if (nowNanos - strandedSince[learner] > nanosMax) {
      throw new Violation(
          "learner %d has stayed with replica %d, which hears of no leader, for %d ns",
          learner, replica, nowNanos - strandedSince[learner]);
    }
  }
}
