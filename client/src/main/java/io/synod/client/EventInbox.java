package io.synod.client;

import io.synod.core.session.SessionEvent;

/**
 * The events of the session, which go to the listener, and when they are acknowledged: soon after
 * the first, at once if they are long or many. Confined to the event loop.
 */
final class EventInbox {
  /** An acknowledgement goes through the log, so one is for many bytes, or for a while. */
  static final int ACKNOWLEDGED_BYTES = 32 << 10;

  static final long ACKNOWLEDGED_NANOS = 100_000_000;

  private final ListenerCalls calls = new ListenerCalls("session listener");

  // Null if there is none.
  private final SessionListener listener;

  private long next = 1;

  // As the replicas count them: a session that leaves too many ends.
  private int bytes;

  // When the events that have come have to be acknowledged.
  private long due = RetryTimer.NEVER;

  EventInbox(SessionListener listener) {
    this.listener = listener;
  }

  /** Whether the client has a listener. */
  boolean isUsed() {
    return listener != null;
  }

  /** Number of the next event. */
  long next() {
    return next;
  }

  /** When {@link #acknowledged} must be called at the latest. */
  long due() {
    return due;
  }

  /** Another session begins. */
  void begin() {
    next = 1;
    acknowledged();
  }

  void opened(long session) {
    if (isUsed()) {
      calls.call(() -> listener.onOpened(session));
    }
  }

  /** What was acknowledged may be lost. */
  void reattached(long now) {
    due = next > 1 ? now + ACKNOWLEDGED_NANOS : RetryTimer.NEVER;
  }

  /**
   * An event has come, perhaps once more.
   *
   * @throws ProtocolViolation if one before it has not
   */
  void received(Reply event, long now) {
    long number = event.sequence();
    if (!isUsed() || number > next || number < 1) {
      throw new ProtocolViolation("event %d where %d comes next".formatted(number, next));
    }
    if (number < next) {
      return;
    }
    // If there is no memory for it, it has not come yet.
    byte[] copy = event.answer();
    next++;
    bytes += copy.length + SessionEvent.OVERHEAD_BYTES;
    if (due == RetryTimer.NEVER) {
      due = now + ACKNOWLEDGED_NANOS;
    }
    if (bytes >= ACKNOWLEDGED_BYTES) {
      due = now;
    }
    long session = event.session();
    calls.call(() -> listener.onEvent(session, copy));
  }

  /** An acknowledgement of all events before {@link #next} is sent. */
  void acknowledged() {
    bytes = 0;
    due = RetryTimer.NEVER;
  }

  void lost(long session, String reason) {
    if (isUsed()) {
      calls.call(() -> listener.onLost(session, reason));
    }
  }
}
