package io.synod.core.learner;

import io.synod.core.check.Range;

/**
 * How much is kept beside what is executed.
 *
 * @param backlogSlots decided slots that may wait for the service
 * @param backlogBytes of batches that are accepted or decided and not executed: with more no slots
 *     are opened or accepted beyond those that are
 * @param logBytes decided batches kept for peers that lag, in bytes
 * @param marginBytes of these, what is kept although every replica has executed it: for one that
 *     comes back without its memory
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

  /** With a backlog that is bounded in slots only. */
  public LearnerSettings(int backlogSlots, long logBytes, long marginBytes) {
    this(backlogSlots, Long.MAX_VALUE, logBytes, marginBytes);
  }

  /**
   * After so many delivered bytes a leader asks how far everybody has executed, before its next
   * heartbeat is due: else a fast one keeps much that nobody needs, which costs a collector more
   * than it is worth.
   */
  public long roundBytes() {
    return Math.max(ROUND_BYTES_MIN, marginBytes);
  }
}
