package io.synod.core.learner;

import io.synod.core.check.Range;

/**
 * Bounds of the batches that are kept before and after they are executed.
 *
 * @param backlogSlots decided slots that may wait for the service
 * @param backlogBytes of batches that are accepted or decided and not executed: with more no slots
 *     are opened or accepted beyond those that are
 * @param logBytes decided batches kept for peers that lag, in bytes
 * @param marginBytes bytes of them that are kept although every replica has executed them, for a
 *     replica that comes back without its durable state
 */
public record LearnerSettings(
    int backlogSlots, long backlogBytes, long logBytes, long marginBytes) {
  private static final long ROUND_BYTES_MIN = 1 << 20;

  public LearnerSettings {
    Range.atLeast(2, backlogSlots, "slots of the backlog");
    Range.atLeast(1, backlogBytes, "bytes of the backlog");
    Range.atLeast(1, logBytes, "bytes of the log");
    Range.within(0, logBytes, marginBytes, "bytes of the log's margin");
  }

  /**
   * Slots beyond the backlog for what is open when the service halts, which is at most a window,
   * half of the backlog, and for the batch that lets it go on.
   */
  int reserveSlots() {
    return backlogSlots / 2 + 1;
  }

  /** With a backlog that is bounded in slots only. */
  public LearnerSettings(int backlogSlots, long logBytes, long marginBytes) {
    this(backlogSlots, Long.MAX_VALUE, logBytes, marginBytes);
  }

  /**
   * After this many delivered bytes a leader asks all replicas how far they have executed, before
   * its next heartbeat is due. A fast leader would otherwise keep many batches that no replica
   * needs, which costs the garbage collector time.
   */
  public long roundBytes() {
    return Math.max(ROUND_BYTES_MIN, marginBytes);
  }
}
