package io.synod.client;

import java.util.function.Supplier;

/**
 * The requests of the session: those that wait, those that were sent, and those that must be sent
 * again.
 */
final class Outbox {
  private final RequestQueue waiting = new RequestQueue();
  private final RequestRing sent;
  private final Completions completions;

  // What was sent goes out again from here on. Invariant: first <= cursor <= next.
  private long cursor = 1;

  Outbox(int outstandingMax, Completions completions) {
    this.sent = new RequestRing(outstandingMax);
    this.completions = completions;
  }

  void add(Request request) {
    waiting.add(request);
  }

  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  boolean isUnanswered() {
    return !sent.isEmpty();
  }

  /** The first unanswered sequence, {@link #next()} if there is none. */
  long first() {
    return sent.first();
  }

  /** The first sequence that was never sent. */
  long next() {
    return sent.next();
  }

  int span() {
    return sent.span();
  }

  /** Everything unanswered goes out again. */
  void rewind() {
    cursor = sent.first();
  }

  /**
   * What was refused, {@code from} on, goes out again. The next frame must not begin behind {@code
   * from}, and it must begin with a request: with an earlier one if {@code from} is answered.
   */
  void rewindTo(long from) {
    long at = Math.max(Math.min(cursor, from), sent.first());
    while (at > sent.first() && sent.at(at) == null) {
      at--;
    }
    cursor = at;
  }

  /** Unanswered requests before what has to go out again. */
  long admitted() {
    return cursor - sent.first();
  }

  /**
   * Writes what may be sent; says whether it was anything.
   *
   * @param capacity how many more unanswered requests the leader admits
   */
  boolean send(Wire wire, long session, Limits limits, int capacity) {
    long before = cursor;
    // An earlier leader may have granted more than this one; a session keeps no more answers than
    // this one grants.
    long end = sent.first() + Math.min(capacity, limits.outstanding());
    resend(wire, session, end);
    // Requests that were sent before go first: a session is admitted in order.
    while (cursor == sent.next() && cursor < end && isBelow(limits) && wire.isWritable()) {
      sendNext(wire, session, limits);
    }
    return cursor != before;
  }

  private void resend(Wire wire, long session, long end) {
    for (; cursor < Math.min(end, sent.next()) && wire.isWritable(); cursor++) {
      Request request = sent.at(cursor);
      if (request != null) {
        wire.request(session, cursor, (int) (cursor - sent.first()), request);
      }
    }
  }

  private boolean isBelow(Limits limits) {
    // Empty places count: the replicas keep the answers of all sequences from the first one on.
    return !waiting.isEmpty() && !sent.isFull() && sent.span() < limits.outstanding();
  }

  private void sendNext(Wire wire, long session, Limits limits) {
    Request request = waiting.take();
    if (request.isDone()) {
      completions.dropped(request);
    } else if (request.payload().length > limits.payloadBytes()) {
      completions.failed(request, limits.tooLarge(request));
    } else {
      long sequence = sent.append(request);
      wire.request(session, sequence, (int) (sequence - sent.first()), request);
      cursor = sent.next();
    }
  }

  /** The first unanswered request that {@code limits} do not let through; null if there is none. */
  Request tooLarge(Limits limits) {
    for (long sequence = sent.first(); sequence < sent.next(); sequence++) {
      Request request = sent.at(sequence);
      if (request != null && request.payload().length > limits.payloadBytes()) {
        return request;
      }
    }
    return null;
  }

  /** Whether {@code sequence} was sent and is not answered. */
  boolean awaits(long sequence) {
    return sent.at(sequence) != null;
  }

  /** {@code sequence} is answered: returns its request. */
  Request settle(long sequence) {
    Request request = sent.settle(sequence);
    cursor = Math.max(cursor, sent.first());
    return request;
  }

  /**
   * Ends what has passed its deadline.
   *
   * @param obstacle why waiting ones were not sent
   */
  void endOverdue(long now, Supplier<String> obstacle) {
    for (Request late = waiting.takeOverdue(now); late != null; late = waiting.takeOverdue(now)) {
      completions.neverSent(late, obstacle.get());
    }
    for (long late = sent.takeOverdue(now); late != 0; late = sent.takeOverdue(now)) {
      completions.unanswered(sent.at(late));
    }
  }

  /** When the next deadline passes. */
  long nextDeadlineNanos() {
    return Math.min(waiting.nextDeadlineNanos(), sent.nextDeadlineNanos());
  }

  /** Ends what was never sent. */
  void abandonWaiting(String reason) {
    while (!waiting.isEmpty()) {
      completions.abandoned(waiting.take(), reason);
    }
  }

  /** Ends what was sent; sequences begin at 1 again. */
  void loseSent(String reason) {
    for (long sequence = sent.first(); sequence < sent.next(); sequence++) {
      Request request = sent.at(sequence);
      if (request != null) {
        completions.lost(request, reason);
      }
    }
    sent.reset();
    cursor = sent.first();
  }
}
