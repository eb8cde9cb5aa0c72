package io.synod.client;

import java.util.SplittableRandom;

/**
 * The client's queries. They change nothing, so they may be sent again at any time and in any
 * order, and a query whose deadline passes has failed. Numbers are given at the first transmission.
 */
final class QueryWindow {
  private static final long NEVER = RetryTimer.NEVER;
  private static final long MILLIS = 1_000_000;

  private final RequestQueue waiting = new RequestQueue();
  private final RequestRing sent;
  private final Completions completions;
  private final RetryTimer retry;
  private final Backoff delays;

  // What the connected replica grants, null while there is none.
  private Limits limits;

  // Counts the connections: a query that was not sent on this one has to be.
  private int connection;

  // No query before this number has to be sent.
  private long cursor = 1;

  /** Ends the back-off after BUSY or NOT_LEADER. Runs: connected, after one of them. */
  private long resumeAt = NEVER;

  private final RetryPolicy retryPolicy;

  // Back-offs in a row, without an answer between them.
  private int refusals;
  private int busy;

  // BUSY replies since the connection was made; with too many, another replica is tried.
  private boolean isRefusing;

  /**
   * @param retryNanos without an answer of a leader until all is sent again
   */
  QueryWindow(
      int outstandingMax,
      long retryNanos,
      RetryPolicy retryPolicy,
      SplittableRandom random,
      Completions completions) {
    this.sent = new RequestRing(outstandingMax);
    this.completions = completions;
    this.retryPolicy = retryPolicy;
    this.retry =
        new RetryTimer(retryPolicy.intervalNanos(retryNanos), retryPolicy.doublingsLearnt());
    this.delays = new Backoff(2 * MILLIS, 200 * MILLIS, random);
  }

  /** A query that was never sent; its deadline is not before that of the one before. */
  void enqueue(Request query) {
    waiting.add(query);
  }

  /** A connection to a replica that answers is open, or the queries sent over it are void. */
  void attach(Limits granted) {
    limits = granted;
    restart();
    delays.reset();
  }

  /** There is no such connection any more. */
  void detach() {
    limits = null;
    restart();
  }

  private void restart() {
    resumeAt = NEVER;
    isRefusing = false;
    answeredBetween();
    retry.stop();
    sendAllAgain();
  }

  private void sendAllAgain() {
    connection++;
    cursor = sent.first();
  }

  /** Sends what may be sent now. */
  void flush(Wire wire, long now) {
    if (limits == null || resumeAt != NEVER) {
      return;
    }
    boolean any = resend(wire);
    while (cursor == sent.next() && !waiting.isEmpty() && !sent.isFull() && wire.isWritable()) {
      any |= sendNext(wire);
    }
    if (any) {
      retry.sent(now);
    }
  }

  private boolean resend(Wire wire) {
    boolean any = false;
    for (; cursor < sent.next() && wire.isWritable(); cursor++) {
      Request query = sent.at(cursor);
      if (query != null && query.payload().length > limits.payloadBytes()) {
        // An earlier replica has taken it.
        completions.failed(sent.settle(cursor), limits.tooLarge(query));
      } else if (query != null && query.sentOn != connection) {
        send(wire, cursor, query);
        any = true;
      }
    }
    cursor = Math.max(cursor, sent.first());
    return any;
  }

  private boolean sendNext(Wire wire) {
    Request query = waiting.take();
    if (query.isDone()) {
      completions.dropped(query);
      return false;
    }
    if (query.payload().length > limits.payloadBytes()) {
      completions.failed(query, limits.tooLarge(query));
      return false;
    }
    send(wire, sent.append(query), query);
    cursor = sent.next();
    return true;
  }

  private void send(Wire wire, long number, Request query) {
    wire.query(number, query);
    query.sentOn = connection;
  }

  /**
   * A reply has come.
   *
   * @throws ProtocolViolation if no query that was sent can have this reply
   */
  void reply(Reply reply, long now) {
    long number = reply.sequence();
    if (number < 1 || number >= sent.next() || reply.session() != 0) {
      throw new ProtocolViolation("a reply to query %d, which was not sent".formatted(number));
    }
    switch (reply.status()) {
      case OK, SERVICE_ERROR -> answered(number, reply, now);
      case BUSY -> refused(number, false, now);
      case NOT_LEADER -> refused(number, true, now);
      case OUT_OF_ORDER, SESSION_EXPIRED, EVENT ->
          throw new ProtocolViolation("a reply of %s to a query".formatted(reply.status()));
    }
  }

  private void answered(long number, Reply reply, long now) {
    if (sent.at(number) == null) {
      return;
    }
    Answer answer = Answer.copyOf(reply);
    Request query = sent.settle(number);
    cursor = Math.max(cursor, sent.first());
    answeredBetween();
    delays.reset();
    if (sent.isEmpty()) {
      retry.allAnswered(now);
    } else {
      retry.answered(now);
    }
    completions.answered(query, answer);
  }

  private void answeredBetween() {
    refusals = 0;
    busy = 0;
  }

  private void refused(long number, boolean notLeader, long now) {
    Request query = sent.at(number);
    if (query == null) {
      return;
    }
    query.sentOn = 0;
    cursor = Math.min(cursor, number);
    if (resumeAt == NEVER) {
      resumeAt = now + delays.next();
      refusals = notLeader ? refusals + 1 : 0;
      busy = notLeader ? 0 : busy + 1;
      isRefusing |= refusals >= retryPolicy.refusalsMax() || busy >= retryPolicy.busyMax();
    }
    retry.answered(now);
  }

  /** Ends what is overdue, and makes due what has waited for its time. */
  void tick(long now) {
    endOverdue(now);
    if (resumeAt <= now) {
      resumeAt = NEVER;
    }
    if (retry.lapsed(now)) {
      resumeAt = NEVER;
      sendAllAgain();
    }
  }

  private void endOverdue(long now) {
    for (Request late = waiting.takeOverdue(now); late != null; late = waiting.takeOverdue(now)) {
      completions.queryOverdue(late);
    }
    for (long late = sent.takeOverdue(now); late != 0; late = sent.takeOverdue(now)) {
      completions.queryOverdue(sent.settle(late));
    }
    // The retry timer continues: the replica is silent, even if no caller waits any more.
    cursor = Math.max(cursor, sent.first());
  }

  /** Whether a query waits in the client, or for its answer. */
  boolean isUnanswered() {
    return !waiting.isEmpty() || !sent.isEmpty();
  }

  /** Whether another replica must be tried: this one is silent, or keeps refusing. */
  boolean isStuck() {
    return retry.isExhausted() || isRefusing;
  }

  /** When {@link #tick} must be called at the latest. */
  long nextWakeUpNanos() {
    long deadline = Math.min(waiting.nextDeadlineNanos(), sent.nextDeadlineNanos());
    return Math.min(deadline, Math.min(retry.due(), resumeAt));
  }

  /** Ends everything. */
  void abandon(String reason) {
    abandonWaiting(reason);
    for (long number = sent.first(); number < sent.next(); number++) {
      Request query = sent.settle(number);
      if (query != null) {
        completions.abandoned(query, reason);
      }
    }
    cursor = sent.first();
    retry.stop();
  }

  /** Ends what was never sent. */
  void abandonWaiting(String reason) {
    while (!waiting.isEmpty()) {
      completions.abandoned(waiting.take(), reason);
    }
  }
}
