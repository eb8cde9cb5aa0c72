package io.synod.client;

import io.synod.core.check.Check;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.wire.WantEvents;
import java.util.SplittableRandom;

/**
 * The client's session: decides when each request is sent and how it ends. A request gets its
 * sequence at the first transmission, so a waiting request was surely never executed.
 *
 * <pre>
 * state    left by                                           to
 * NONE     a request waits, the leader is connected, and     OPENING (OPEN is sent)
 *          the delay has passed, if there is one
 * OPENING  OPEN is answered                                  OPEN    (requests are sent)
 * OPEN     SESSION_EXPIRED, or for a request timeout the     NONE    (unanswered ones end as
 *          session expects what it has answered, or the              unknown, waiting ones stay)
 *          next leader takes no request so large
 * </pre>
 *
 * In OPEN, what was sent is sent again from the first unanswered request on when a leader is
 * connected, when the session expects an earlier one (OUT_OF_ORDER), and when nothing is answered
 * for the retry interval. So is a keep-alive. When the leader was BUSY, it goes out again from the
 * refused one on: with the answers to those that it has admitted, or after a back-off if there are
 * none. A request whose deadline passes ends as unknown for its caller but keeps its place until it
 * is answered, because the session executes in order.
 */
final class SessionWindow {
  private enum State {
    NONE,
    OPENING,
    OPEN
  }

  private static final long NEVER = RetryTimer.NEVER;

  // A replica that does not know a session does not say which of these ended it.
  private static final String ENDED_THERE =
      "the cluster has ended the session: it was idle for session.idle-timeout, left more than"
          + " session.max-event-bytes of events unread, or made way for another session";

  private final ClientTiming timing;
  private final SplittableRandom random;
  private final Completions completions;
  private final Outbox outbox;
  private final RetryTimer retry;
  private final ResendPolicy resendPolicy;
  private final AdmissionWindow admission;
  private final OpeningDelay opening;
  private final EventInbox events;

  private State state = State.NONE;
  private long session;

  // Why none could be opened since the last one was lost, as the end of a sentence.
  private String lastLoss = "";

  // What the connected leader grants, null while there is none.
  private Limits limits;

  // Which control sequence has to be sent (again).
  private boolean openDue;
  private boolean keepAliveDue;

  // Whether the retry timer runs since a keep-alive, which is not answered.
  private boolean awaitsKeepAlive;

  // Whether the connected leader has to be asked for the session's events.
  private boolean eventsDue;

  private long lastSentAt;
  private long laggingSince = NEVER;
  private long laggedAt;

  SessionWindow(
      int outstandingMax,
      ClientTiming timing,
      SplittableRandom random,
      Completions completions,
      EventInbox events) {
    this.timing = timing;
    this.random = random;
    this.completions = completions;
    this.outbox = new Outbox(outstandingMax, completions);
    this.retry =
        new RetryTimer(
            RetryPolicy.LEADER.intervalNanos(timing.retryNanos()),
            RetryPolicy.LEADER.doublingsLearnt());
    this.resendPolicy = new ResendPolicy(timing.retryNanos(), random);
    this.admission = new AdmissionWindow(outstandingMax);
    this.opening = new OpeningDelay(timing.retryNanos(), random);
    this.events = events;
  }

  /** A request that was never sent; its deadline is not before that of the one before. */
  void enqueue(Request request) {
    outbox.add(request);
  }

  /** A connection to the leader stands, or what was sent over it is void. */
  void attach(Limits granted, long now) {
    limits = granted;
    restart(now);
    openDue = state == State.OPENING;
    eventsDue = events.isUsed() && state != State.NONE;
    events.reattached(now);
    outbox.rewind();
    Request tooLarge = outbox.tooLarge(granted);
    if (tooLarge != null) {
      // An earlier leader has taken it; this one would end each connection that brings it.
      lose(granted.tooLarge(tooLarge).getMessage(), now);
    }
  }

  /** There is no connection to the leader any more. */
  void detach(long now) {
    limits = null;
    restart(now);
  }

  private void restart(long now) {
    admission.reset();
    resendPolicy.reset(now);
    retry.stop();
    keepAliveDue |= awaitsKeepAlive;
    awaitsKeepAlive = false;
  }

  /** Sends what may be sent now. */
  void flush(Wire wire, long now) {
    if (limits == null || resendPolicy.isPaused()) {
      return;
    }
    if (opensAt() <= now) {
      begin(now);
    }
    if (eventsDue) {
      // Before anything is answered here: events stand between answers.
      eventsDue = false;
      wire.wantEvents(new WantEvents(session, events.next(), outbox.first()));
    }
    if (state == State.OPEN) {
      sendRequests(wire, now);
    } else if (openDue) {
      openDue = false;
      wire.open(session);
      lastSentAt = now;
      retry.sent(now);
    }
  }

  /** When the next session is to be opened; never while there is one, or nothing needs one. */
  private long opensAt() {
    boolean isNeeded = state == State.NONE && (outbox.isWaiting() || events.isUsed());
    return limits != null && isNeeded ? opening.due() : NEVER;
  }

  private void begin(long now) {
    Check.that(!outbox.isUnanswered(), "a session begins, sequence %d is open", outbox.first());
    do {
      session = random.nextLong();
    } while (session == 0);
    state = State.OPENING;
    opening.begun(now);
    openDue = true;
    eventsDue = events.isUsed();
    events.begin();
  }

  private void sendRequests(Wire wire, long now) {
    if (keepAliveDue || keepAliveAt() <= now || events.due() <= now) {
      keepAliveDue = false;
      wire.keepAlive(session, outbox.first(), events.next() - 1);
      events.acknowledged();
      lastSentAt = now;
      // One behind a request must not put off that request's retry when it is answered.
      awaitsKeepAlive |= retry.due() == NEVER;
      retry.sent(now);
    }
    if (outbox.send(wire, session, limits, admission.requests())) {
      lastSentAt = now;
      retry.sent(now);
    }
  }

  /**
   * A reply has come.
   *
   * @throws ProtocolViolation if no request that was sent can have this reply
   */
  void reply(Reply reply, long now) {
    if (state == State.NONE || reply.session() != session) {
      return;
    }
    long sequence = reply.sequence();
    if (reply.status() == ReplyStatus.EVENT) {
      event(reply, now);
      return;
    }
    if (sequence >= outbox.next() || sequence < BatchEntry.CLOSE) {
      throw new ProtocolViolation("a reply to sequence %d, which was not sent".formatted(sequence));
    }
    switch (reply.status()) {
      case OK -> {
        if (sequence > 0) {
          answered(sequence, reply, now);
        } else if (sequence == BatchEntry.OPEN && state == State.OPENING) {
          becomeOpen(now);
        } else if (sequence == BatchEntry.KEEP_ALIVE && awaitsKeepAlive) {
          leaderAnswered(now);
        }
      }
      case SERVICE_ERROR -> answered(sequence, reply, now);
      case OUT_OF_ORDER -> outOfOrder(reply.expected(), now);
      case SESSION_EXPIRED -> lose(ENDED_THERE, now);
      case BUSY, NOT_LEADER ->
          throw new ProtocolViolation("a reply of %s to a request".formatted(reply.status()));
      case EVENT -> throw new IllegalStateException("an event is no reply");
    }
  }

  /** The service may publish one when it is called for the opening, before that is answered. */
  private void event(Reply event, long now) {
    if (state == State.OPENING) {
      becomeOpen(now);
    }
    events.received(event, now);
  }

  private void becomeOpen(long now) {
    state = State.OPEN;
    lastLoss = "";
    openDue = false;
    resendPolicy.answered(BatchEntry.OPEN);
    retry.allAnswered(now);
    events.opened(session);
  }

  private void answered(long sequence, Reply reply, long now) {
    if (!outbox.awaits(sequence)) {
      return;
    }
    Answer answer = Answer.copyOf(reply);
    Request request = outbox.settle(sequence);
    laggingSince = NEVER;
    admission.answered();
    resendPolicy.answered(sequence);
    leaderAnswered(now);
    completions.answered(request, answer);
  }

  private void leaderAnswered(long now) {
    awaitsKeepAlive = false;
    if (!outbox.isUnanswered()) {
      retry.allAnswered(now);
    } else if (limits != null) {
      retry.answered(now);
    }
  }

  private void outOfOrder(long expected, long now) {
    if (expected < outbox.first()) {
      lagging(expected, now);
    } else if (expected > outbox.next()) {
      lose("the session expects sequence %d, which was never sent".formatted(expected), now);
    } else if (resendPolicy.expects(expected, now)) {
      outbox.rewindTo(expected);
    }
  }

  /**
   * The session expects what it has answered. A replica that has just taken over says so too while
   * it executes the past, for many seconds if its service is slow. The session has lost its state
   * only if nothing is answered for a whole request timeout. A long time without such an answer
   * does not count: there may have been no leader.
   */
  private void lagging(long expected, long now) {
    if (!outbox.isUnanswered()) {
      return;
    }
    if (laggingSince == NEVER || now - laggedAt > timing.timeoutNanos() / 2) {
      laggingSince = now;
    }
    laggedAt = now;
    if (now - laggingSince >= timing.timeoutNanos()) {
      lose("the session expects sequence %d, which was answered".formatted(expected), now);
    }
  }

  /**
   * The leader has refused {@code from} and everything behind it, and will until it comes again: as
   * soon as a request before it is answered, or if there is none after a back-off. An opening or a
   * keep-alive that is refused says nothing of requests.
   */
  void busy(long refusedSession, long from, long now) {
    if (limits == null || state == State.NONE || refusedSession != session) {
      return;
    }
    openDue = state == State.OPENING;
    keepAliveDue |= from == BatchEntry.KEEP_ALIVE;
    if (from > 0) {
      outbox.rewindTo(from);
      admission.refused(outbox.admitted());
    }
    if (from <= 0 || outbox.admitted() == 0) {
      resendPolicy.refused(from, now);
    }
    if (retry.due() != NEVER) {
      retry.answered(now);
    }
  }

  /** Ends what is overdue, and makes due what has waited for its time. */
  void tick(long now) {
    outbox.endOverdue(now, this::obstacle);
    if (resendPolicy.tick(outbox.first(), now)) {
      outbox.rewind();
    }
    if (retry.lapsed(now)) {
      resendPolicy.resume();
      openDue = state == State.OPENING;
      keepAliveDue |= awaitsKeepAlive;
      outbox.rewind();
    }
  }

  private String obstacle() {
    if (limits == null) {
      return completions.trouble();
    }
    return state == State.OPEN
        ? "the %d requests before it are not answered".formatted(outbox.span())
        : "the session could not be opened" + lastLoss;
  }

  /** Whether a request waits in the client, or for its answer. */
  boolean isUnanswered() {
    return outbox.isWaiting() || outbox.isUnanswered();
  }

  /** Whether it is open or has to be: only a leader opens it and keeps it alive. */
  boolean needsLeader() {
    return state != State.NONE || events.isUsed() || outbox.isWaiting();
  }

  /** Whether this connection has been silent for so long that another replica must be tried. */
  boolean isStuck() {
    return retry.isExhausted();
  }

  /** When {@link #tick} must be called at the latest. */
  long nextWakeUpNanos() {
    long resend = Math.min(retry.due(), resendPolicy.nextNanos());
    long control = Math.min(opensAt(), Math.min(keepAliveAt(), acknowledgeAt()));
    return Math.min(Math.min(outbox.nextDeadlineNanos(), resend), control);
  }

  private long keepAliveAt() {
    boolean used = outbox.isWaiting() || outbox.isUnanswered() || resendPolicy.isPaused();
    return limits == null || state != State.OPEN || used
        ? NEVER
        : lastSentAt + timing.keepAliveNanos();
  }

  private long acknowledgeAt() {
    boolean maySend = limits != null && state == State.OPEN && !resendPolicy.isPaused();
    return maySend ? events.due() : NEVER;
  }

  /** Ends what was never sent; what was sent may still be answered. */
  void abandonWaiting(String reason) {
    outbox.abandonWaiting(reason);
  }

  /** Ends everything, and the session too if the leader is connected. */
  void close(Wire wire, String reason, long now) {
    boolean isKnown = limits != null && state != State.NONE;
    long itsSession = session;
    outbox.abandonWaiting(reason);
    end(reason, now);
    if (isKnown) {
      wire.close(itsSession);
    }
  }

  private void lose(String reason, long now) {
    boolean wasOpen = state == State.OPEN;
    lastLoss = "; the last one was lost because " + reason;
    opening.ended(now);
    end(reason, now);
    if (wasOpen) {
      events.lost(session, reason);
    }
  }

  private void end(String reason, long now) {
    state = State.NONE;
    openDue = false;
    eventsDue = false;
    restart(now);
    keepAliveDue = false;
    laggingSince = NEVER;
    outbox.loseSent(reason);
  }
}
