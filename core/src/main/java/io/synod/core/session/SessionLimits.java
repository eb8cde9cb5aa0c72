package io.synod.core.session;

import io.synod.core.command.BatchEntry;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import java.nio.ByteBuffer;

/**
 * The limits of sessions that hold in a cluster. A log begins with those of the settings; the
 * control entry {@link BatchEntry#LIMITS} has others hold for every entry behind it. Its payload,
 * big-endian:
 *
 * <pre>
 *   0  long  number
 *   8  long  milliseconds until an idle session expires
 *  16  int   requests of a session without an answer
 *  20  int   open sessions
 *  24  int   bytes of the largest answer
 *  28  long  bytes of one session's answers
 *  36  long  bytes of all sessions' answers and events
 *  44  long  bytes of one session's events
 * </pre>
 *
 * @param number 0 for those of the settings, then 1, 2, 3, …
 */
public record SessionLimits(long number, SessionSettings settings) {
  /** Length of the payload. */
  public static final int BYTES = 5 * Long.BYTES + 3 * Integer.BYTES;

  /** Those with which a log begins. */
  public static SessionLimits first(SessionSettings settings) {
    return new SessionLimits(0, settings);
  }

  /** The next ones. */
  public SessionLimits next(SessionSettings next) {
    return new SessionLimits(number + 1, next);
  }

  /**
   * Why {@code next} cannot follow: they must be the next ones, and what a client may count on is
   * never less than it was. A function of the log: the same on every replica.
   *
   * @return null if they can
   */
  public String whyNot(SessionLimits next) {
    if (next.number != number + 1) {
      return "the limits were changed meanwhile, by change %d: look at them and ask again"
          .formatted(number);
    }
    AnswerLimits now = settings.answers();
    AnswerLimits then = next.settings.answers();
    String lowered =
        then.largestBytes() < now.largestBytes()
            ? "session.max-answer-bytes"
            : then.sessionBytes() < now.sessionBytes()
                ? "session.max-kept-bytes"
                : next.settings.outstandingMax() < settings.outstandingMax()
                    ? "session.max-outstanding"
                    : next.settings.eventBytesMax() < settings.eventBytesMax()
                        ? "session.max-event-bytes"
                        : null;
    return lowered == null
        ? null
        : "%s cannot be lowered: clients count on it, and sessions may hold more"
            .formatted(lowered);
  }

  /** The payload of the entry. */
  public byte[] payload() {
    AnswerLimits answers = settings.answers();
    return ByteBuffer.allocate(BYTES)
        .putLong(number)
        .putLong(settings.idleMillis())
        .putInt(settings.outstandingMax())
        .putInt(settings.sessionsMax())
        .putInt(answers.largestBytes())
        .putLong(answers.sessionBytes())
        .putLong(answers.allBytes())
        .putLong(settings.eventBytesMax())
        .array();
  }

  /**
   * Reads a payload.
   *
   * @return null if it is none: the same on every replica, so it changes nothing on any of them
   */
  public static SessionLimits read(ByteBuffer payload) {
    if (payload.remaining() != BYTES) {
      return null;
    }
    ByteBuffer in = payload.slice();
    long number = in.getLong();
    long idleMillis = in.getLong();
    int outstanding = in.getInt();
    int sessions = in.getInt();
    int largest = in.getInt();
    long ofSession = in.getLong();
    long ofAll = in.getLong();
    long events = in.getLong();
    try {
      AnswerLimits answers = new AnswerLimits(largest, ofSession, ofAll);
      SessionSettings settings =
          new SessionSettings(idleMillis, outstanding, sessions, answers, events);
      return number < 1 ? null : new SessionLimits(number, settings);
    } catch (IllegalArgumentException outOfRange) {
      return null;
    }
  }
}
