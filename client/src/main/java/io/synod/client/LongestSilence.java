package io.synod.client;

/** The longest silence between two answers in the last half to whole minute. */
final class LongestSilence {
  private static final long PERIOD_NANOS = 30_000_000_000L;

  // Fewer answers say little.
  private static final int ANSWERS_MIN = 8;

  // Of this period and of the one before.
  private long longest;
  private long longestBefore;
  private int answers;
  private int answersBefore;
  private long since;

  /** An answer has come after {@code nanos}. */
  void add(long nanos, long now) {
    if (answers == 0 || now - since >= PERIOD_NANOS) {
      boolean isRecent = now - since < 2 * PERIOD_NANOS;
      longestBefore = isRecent ? longest : 0;
      answersBefore = isRecent ? answers : 0;
      longest = 0;
      answers = 0;
      since = now;
    }
    longest = Math.max(longest, nanos);
    answers = Math.min(ANSWERS_MIN, answers + 1);
  }

  /** Whether enough answers have come lately. */
  boolean isKnown(long now) {
    return answers + answersBefore >= ANSWERS_MIN && now - since < 2 * PERIOD_NANOS;
  }

  long nanos() {
    return Math.max(longest, longestBefore);
  }
}
