package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * How much of the answers is kept that clients have not acknowledged. Equal on every replica: it
 * decides what is executed.
 *
 * @param largestBytes of one answer; the client gets an error in place of a larger one
 * @param sessionBytes of the answers that one session keeps, each with {@link #OVERHEAD_BYTES}: a
 *     request is not executed while the largest answer would exceed it
 * @param allBytes of all sessions' answers and events together; beyond it those that keep most are
 *     closed
 */
public record AnswerLimits(int largestBytes, long sessionBytes, long allBytes) {
  /** What keeping an answer takes beside its bytes. */
  public static final int OVERHEAD_BYTES = 32;

  // What is said in place of an answer must fit too.
  private static final int LARGEST_BYTES_MIN = 2 << 10;

  /** Answers are kept without a bound. For tools that look at what was kept elsewhere. */
  public static final AnswerLimits NONE =
      new AnswerLimits(Integer.MAX_VALUE - OVERHEAD_BYTES, Long.MAX_VALUE, Long.MAX_VALUE);

  public AnswerLimits {
    Range.atLeast(LARGEST_BYTES_MIN, largestBytes, "session.max-answer-bytes");
    Range.atLeast((long) largestBytes + OVERHEAD_BYTES, sessionBytes, "session.max-kept-bytes");
    Range.atLeast(sessionBytes, allBytes, "session.max-all-kept-bytes");
  }

  /** What keeping an answer of {@code answerBytes} takes. */
  public static long bytes(int answerBytes) {
    return (long) answerBytes + OVERHEAD_BYTES;
  }

  /** A session that keeps so much may keep another answer, however large. */
  public long keptBytesMax() {
    return sessionBytes - largestBytes - OVERHEAD_BYTES;
  }
}
