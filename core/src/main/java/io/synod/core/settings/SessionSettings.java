package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * What sessions may hold. Equal on every replica: it decides what is executed.
 *
 * @param idleMillis a session that nothing was executed for expires after this much leader time
 * @param outstandingMax requests of a session without an answer; bounds its reply cache
 * @param sessionsMax open sessions; one more closes the least recently active one
 * @param answers how much of what was answered is kept
 * @param eventBytesMax of the events that a client has not acknowledged, each with its overhead;
 *     beyond it the session ends
 */
public record SessionSettings(
    long idleMillis,
    int outstandingMax,
    int sessionsMax,
    AnswerLimits answers,
    long eventBytesMax) {

  /** The least that {@code eventBytesMax} may be: twice what clients leave unacknowledged. */
  public static final long EVENT_BYTES_MIN = 64 << 10;

  public SessionSettings {
    Range.atLeast(1, idleMillis, "time until an idle session expires in ms");
    Range.atLeast(1, outstandingMax, "requests of a session without an answer");
    Range.atLeast(1, sessionsMax, "open sessions");
    Range.atLeast(EVENT_BYTES_MIN, eventBytesMax, "bytes of a session's events");
  }

  /** With answers and events that are kept without a bound. */
  public SessionSettings(long idleMillis, int outstandingMax, int sessionsMax) {
    this(idleMillis, outstandingMax, sessionsMax, AnswerLimits.NONE, Long.MAX_VALUE);
  }
}
