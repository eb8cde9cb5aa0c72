package io.synod.client;

import io.synod.core.check.Check;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.service.ServiceException;
import java.util.SplittableRandom;

/**
 * The client's session and its requests: which are sent, when, and what becomes of each. Sequences
 * are given at the first transmission, so what waits was surely never executed.
 *
 * <pre>
 * state    left by                                           to
 * NONE     a request waits and the leader is connected       OPENING (OPEN is sent)
 * OPENING  OPEN is answered                                  OPEN    (requests are sent)
 * OPEN     SESSION_EXPIRED, or for a retry interval the      NONE    (unanswered ones end as
 *          session expects what it has answered                       unknown, waiting ones stay)
 * </pre>
 *
 * In OPEN, what was sent is sent again from the first unanswered request on when a leader is
 * connected, when the session expects an earlier one (OUT_OF_ORDER), and when nothing is answered
 * for the retry interval; from the refused one on, after a back-off, when the leader is BUSY. A
 * request whose deadline passes ends as unknown for its caller but keeps its place until it is
 * answered, because the session executes in order.
 */
final class SessionWindow {
  private enum State {
    NONE,
    OPENING,
    OPEN
  }

  private static final long NEVER = RetryTimer.NEVER;

  private final ClientTiming timing;
  private final SplittableRandom random;
  private final Ending ending;
  private final RequestQueue waiting = new RequestQueue();
  private final RequestRing sent;
  private final RetryTimer retry;
  private final Resending resending;

  private State state = State.NONE;
  private long session;

  // What the connected leader grants, null while there is none.
  private Limits limits;

  // What of the sent requests has to go out (again). Invariant: first <= cursor <= next.
  private long cursor = 1;
  private boolean openDue;
  private boolean keepAliveDue;
  private long lastSentAt;
  private long laggingSince = NEVER;

  SessionWindow(int outstandingMax, ClientTiming timing, SplittableRandom random, Ending ending) {
    this.timing = timing;
    this.random = random;
    this.ending = ending;
    this.sent = new RequestRing(outstandingMax);
    this.retry = new RetryTimer(timing.retryNanos());
    this.resending = new Resending(timing.retryNanos(), random);
  }

  /** A request that was never sent; its deadline is not before that of the one before. */
  void enqueue(Request request) {
    waiting.add(request);
  }

  /** A connection to the leader stands, or what was sent over it is void. */
  void attach(Limits granted, long now) {
    limits = granted;
    resending.reset(now);
    retry.stop();
    openDue = state == State.OPENING;
    cursor = sent.first();
  }

  /** There is no connection to the leader any more. */
  void detach(long now) {
    limits = null;
    resending.reset(now);
    retry.stop();
  }

  /** Sends what may be sent now. */
  void flush(Wire wire, long now) {
    if (limits == null || resending.isPaused()) {
      return;
    }
    if (state == State.NONE && !waiting.isEmpty()) {
      begin();
    }
    if (state == State.OPEN) {
      sendRequests(wire, now);
    } else if (openDue) {
      sendControl(wire, BatchEntry.OPEN, now);
      openDue = false;
      retry.sent(now);
    }
  }

  private void begin() {
    Check.that(sent.isEmpty(), "a session begins while sequence %d is unanswered", sent.first());
    do {
      session = random.nextLong();
    } while (session == 0);
    state = State.OPENING;
    openDue = true;
  }

  private void sendRequests(Wire wire, long now) {
    if (keepAliveDue || keepAliveAt() <= now) {
      sendControl(wire, BatchEntry.KEEP_ALIVE, now);
      keepAliveDue = false;
    }
    long before = cursor;
    resend(wire);
    sendFresh(wire);
    if (cursor != before) {
      lastSentAt = now;
      retry.sent(now);
    }
  }

  private void sendControl(Wire wire, long sequence, long now) {
    wire.control(session, sequence);
    lastSentAt = now;
  }

  private void resend(Wire wire) {
    for (; cursor < sent.next() && wire.isWritable(); cursor++) {
      Request request = sent.at(cursor);
      if (request != null) {
        wire.request(session, cursor, (int) (cursor - sent.first()), request.payload());
      }
    }
  }

  private void sendFresh(Wire wire) {
    // Whatever was sent goes first: a session is admitted in order.
    while (cursor == sent.next() && hasRoom() && wire.isWritable()) {
      Request request = waiting.take();
      if (request.isDone()) {
        ending.dropped(request);
      } else if (request.payload().length > limits.payloadBytes()) {
        ending.failed(request, limits.tooLarge(request));
      } else {
        long sequence = sent.append(request);
        wire.request(session, sequence, (int) (sequence - sent.first()), request.payload());
        cursor = sent.next();
      }
    }
  }

  private boolean hasRoom() {
    return !waiting.isEmpty() && !sent.isFull() && sent.span() < limits.outstanding();
  }

  /**
   * A reply has come.
   *
   * @throws ProtocolViolation if nothing that was sent can have this reply
   */
  void reply(Reply reply, long now) {
    if (state == State.NONE || reply.session() != session) {
      return;
    }
    long sequence = reply.sequence();
    if (sequence >= sent.next() || sequence < BatchEntry.CLOSE) {
      throw new ProtocolViolation("a reply to sequence %d, which was not sent".formatted(sequence));
    }
    switch (reply.status()) {
      case OK -> {
        if (sequence > 0) {
          answered(sequence, reply, now);
        } else if (sequence == BatchEntry.OPEN && state == State.OPENING) {
          opened();
        }
      }
      case SERVICE_ERROR -> answered(sequence, reply, now);
      case OUT_OF_ORDER -> outOfOrder(reply.expected(), now);
      case SESSION_EXPIRED -> lose("the session has expired", now);
      case BUSY, NOT_LEADER ->
          throw new ProtocolViolation("a reply of %s to a request".formatted(reply.status()));
    }
  }

  private void opened() {
    state = State.OPEN;
    openDue = false;
    resending.answered(BatchEntry.OPEN);
    retry.allAnswered();
  }

  private void answered(long sequence, Reply reply, long now) {
    Request request = sent.settle(sequence);
    if (request == null) {
      return;
    }
    cursor = Math.max(cursor, sent.first());
    laggingSince = NEVER;
    resending.answered(sequence);
    if (sent.isEmpty()) {
      retry.allAnswered();
    } else {
      retry.answered(now);
    }
    if (reply.status() == ReplyStatus.OK) {
      ending.answered(request, reply.answer());
    } else {
      ending.failed(request, new ServiceException(reply.message()));
    }
  }

  private void outOfOrder(long expected, long now) {
    if (expected < sent.first()) {
      lagging(expected, now);
    } else if (expected > sent.next()) {
      lose("the session expects sequence %d, which was never sent".formatted(expected), now);
    } else if (resending.expects(expected, now)) {
      cursor = sent.first();
    }
  }

  /**
   * The session expects what it has answered. A replica that has just taken over and still executes
   * the past says so too, so only if this lasts has the session lost its state.
   */
  private void lagging(long expected, long now) {
    if (laggingSince == NEVER) {
      laggingSince = now;
    } else if (now - laggingSince >= timing.retryNanos()) {
      lose("the session expects sequence %d, which was answered".formatted(expected), now);
    }
  }

  /** The leader has refused {@code from} and everything behind it, and will until it comes again. */
  void busy(long refusedSession, long from, long now) {
    if (limits == null || state == State.NONE || refusedSession != session) {
      return;
    }
    openDue = state == State.OPENING;
    keepAliveDue = from == BatchEntry.KEEP_ALIVE;
    cursor = resumption(Math.min(cursor, from));
    resending.refused(from, now);
    if (retry.due() != NEVER) {
      retry.answered(now);
    }
  }

  /** The next frame must not begin behind what was refused, and it begins with a request. */
  private long resumption(long from) {
    long at = Math.max(from, sent.first());
    while (at > sent.first() && sent.at(at) == null) {
      at--;
    }
    return at;
  }

  /** Ends what is overdue, and makes due what has waited for its time. */
  void tick(long now) {
    endOverdue(now);
    if (resending.tick(sent.first(), now)) {
      cursor = sent.first();
    }
    if (retry.lapsed(now)) {
      resending.resume();
      openDue = state == State.OPENING;
      cursor = sent.first();
    }
  }

  private void endOverdue(long now) {
    for (Request late = waiting.takeOverdue(now); late != null; late = waiting.takeOverdue(now)) {
      ending.neverSent(late, limits == null ? null : obstacle());
    }
    for (long late = sent.takeOverdue(now); late != 0; late = sent.takeOverdue(now)) {
      ending.unanswered(sent.at(late));
    }
  }

  private String obstacle() {
    return state == State.OPEN
        ? "the %d requests before it are not answered".formatted(sent.span())
        : "the session could not be opened";
  }

  /** Whether this connection has been silent for so long that another replica must be tried. */
  boolean isStuck() {
    return retry.isExhausted();
  }

  /** When {@link #tick} must be called at the latest. */
  long nextWakeUpNanos() {
    long deadline = Math.min(waiting.nextDeadlineNanos(), sent.nextDeadlineNanos());
    long resend = Math.min(retry.due(), resending.nextNanos());
    return Math.min(Math.min(deadline, resend), keepAliveAt());
  }

  private long keepAliveAt() {
    boolean idle = limits != null && state == State.OPEN && sent.isEmpty() && waiting.isEmpty();
    return idle && !resending.isPaused() ? lastSentAt + timing.keepAliveNanos() : NEVER;
  }

  /** Fails everything that waits; what is sent may still be answered. */
  void failWaiting(String reason) {
    while (!waiting.isEmpty()) {
      ending.neverSent(waiting.take(), reason);
    }
  }

  /** Ends everything, and the session if the leader is connected. */
  void close(Wire wire, long now) {
    failWaiting(Ending.CLOSED);
    if (limits != null && state != State.NONE) {
      sendControl(wire, BatchEntry.CLOSE, now);
    }
    lose(Ending.CLOSED, now);
  }

  private void lose(String reason, long now) {
    for (long sequence = sent.first(); sequence < sent.next(); sequence++) {
      Request request = sent.at(sequence);
      if (request != null) {
        ending.lost(request, reason);
      }
    }
    sent.reset();
    cursor = sent.first();
    state = State.NONE;
    openDue = false;
    keepAliveDue = false;
    laggingSince = NEVER;
    resending.reset(now);
    retry.stop();
  }
}
