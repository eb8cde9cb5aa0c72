package io.synod.core.execution;

import io.synod.core.session.Session;
import io.synod.core.session.SessionTable;
import io.synod.core.version.ClusterVersion;
import io.synod.service.ExecutionContext;
import java.util.Locale;

/**
 * The place in the order that the service is called for, and what it may do there: set timers and
 * publish events. One object serves all calls. Confined to the service thread.
 */
final class Position implements ExecutionContext {
  long slot;
  int index;
  long session;
  long timeMillis;
  ClusterVersion version = ClusterVersion.FIRST;
  Timers timers;
  SessionTable sessions;

  // Where the events of this batch go.
  Replies out;

  private final Digest digest;

  // The thread of the current call of the service; null between calls. Only compared.
  private Thread caller;

  /**
   * @param digest of what is published too
   */
  Position(Timers timers, SessionTable sessions, Digest digest) {
    this.timers = timers;
    this.sessions = sessions;
    this.digest = digest;
  }

  /** Where it is, for people. */
  String text() {
    return (index < 0 ? "before the requests of slot %2$d" : "request %d of slot %d")
        .formatted(index, slot);
  }

  /** Bytes that an answer or an event may have. */
  int largestAnswer() {
    return sessions.limits().settings().answers().largestBytes();
  }

  @Override
  public long slot() {
    return slot;
  }

  @Override
  public int indexInBatch() {
    return index;
  }

  @Override
  public long session() {
    return session;
  }

  @Override
  public long leaderTimeMillis() {
    return timeMillis;
  }

  @Override
  public int version() {
    return version.service();
  }

  @Override
  public void schedule(long id, long atMillis) {
    checkValid();
    // Never in this batch: a timer that sets itself again would run forever.
    timers.set(id, Math.max(atMillis, timeMillis + 1));
  }

  @Override
  public boolean cancel(long id) {
    checkValid();
    return timers.cancel(id);
  }

  @Override
  public boolean publish(long toSession, byte[] event) {
    checkValid();
    if (event.length > largestAnswer()) {
      // A service may answer with it: the same digits on every replica.
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "an event of %d bytes exceeds session.max-answer-bytes, %d",
              event.length,
              largestAnswer()));
    }
    Session to = sessions.find(toSession);
    long number = to == null ? 0 : sessions.publish(to, event, timeMillis);
    if (number == 0) {
      return false;
    }
    digest.add(toSession, number, ReplyStatus.EVENT.code(), event);
    out.event(toSession, number, event);
    return true;
  }

  /** From here to {@link #invalidate} it is valid, on this thread. */
  void validate() {
    caller = Thread.currentThread();
  }

  void invalidate() {
    caller = null;
  }

  private void checkValid() {
    if (caller != Thread.currentThread()) {
      throw new IllegalStateException(
          "a context is used after the call of the service that it was given to, or on another thread");
    }
  }
}
