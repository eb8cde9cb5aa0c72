package io.synod.client;

import io.synod.core.settings.Consistency;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * The client as a state machine: no socket, thread or clock. Its driver reports each event and then
 * calls {@link #advance}, which does everything that is due. Confined to the event loop.
 *
 * <pre>
 * link      left by                                          to
 * DOWN      the delay before the next attempt has passed     DIALLING
 * DIALLING  welcome of the leader                            SERVING
 *           welcome that names a leader to be reached        DOWN, next attempt at once
 *           any other welcome                                WAITING
 *           refusal, failure, connect timeout                DOWN
 * WAITING   as DIALLING; a leader is reported; it takes long SERVING, DOWN
 * SERVING   another or no leader is reported                 DOWN, WAITING
 *           closed, or silent for some retry intervals       DOWN
 * any       a hint of a leader of a later view               DOWN, next attempt at once
 *           close                                            CLOSED
 * </pre>
 */
final class ClientCore implements Caller {
  private enum Link {
    DOWN,
    DIALLING,
    WAITING,
    SERVING,
    CLOSED
  }

  private static final long NEVER = RetryTimer.NEVER;
  private static final long MILLIS = 1_000_000;

  private final Wire wire;
  private final ClientTiming timing;
  private final KnownAddresses replicas;
  private final LeaderTracker tracker;
  private final Completions completions;
  private final SessionWindow session;
  private final QueryWindow queries;
  private final Backoff dialDelays;
  private final Readiness readiness;

  private Link link = Link.DOWN;

  /** Next attempt to connect in DOWN, the end of one in DIALLING, of the patience in WAITING. */
  private long linkDue;

  // The replica that is connected or dialled, its number and what it grants once it is known.
  private InetSocketAddress address;
  private int replica;
  private Limits limits;

  // Since when the leader is connected, in SERVING; whether one ever was.
  private long servingSince;
  private boolean hasServed;

  // Attempts since a replica has answered a request.
  private int attempts;

  // Attempts in a row that a replica has refused.
  private int refusals;

  // Of the last replica that has refused; empty once one has answered since.
  private String refusal = "";

  /**
   * @param replicas the addresses that are tried
   * @param listener of the session's events; null if there is none
   * @param readiness is notified of the connection to the leader
   * @param release takes the weight of each request that is no longer held
   * @param seed of every random choice: session ids, delays, the replica tried first
   */
  ClientCore(
      Wire wire,
      KnownAddresses replicas,
      int outstandingMax,
      ClientTiming timing,
      SessionListener listener,
      Readiness readiness,
      LongConsumer release,
      long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.wire = wire;
    this.timing = timing;
    this.readiness = readiness;
    this.replicas = replicas;
    this.tracker = new LeaderTracker(replicas, random.nextInt(replicas.size()));
    this.completions = new Completions(timing.timeoutNanos(), release);
    this.session =
        new SessionWindow(
            outstandingMax, timing, random.split(), completions, new EventInbox(listener));
    this.queries =
        new QueryWindow(
            outstandingMax, timing.retryNanos(), RetryPolicy.LEADER, random.split(), completions);
    this.dialDelays = new Backoff(20 * MILLIS, 500 * MILLIS, random.split());
  }

  /** Takes over a request; its deadline counts from now. */
  void submit(Request request, long now) {
    request.deadlineNanos = now + timing.timeoutNanos();
    if (asksLeader(request.consistency())) {
      queries.enqueue(request);
    } else {
      session.enqueue(request);
    }
  }

  /** Whether it is a query that only the leader answers, and that takes no place in the order. */
  private static boolean asksLeader(Consistency consistency) {
    return Consistency.LEADER.equals(consistency) || Consistency.LEASE.equals(consistency);
  }

  @Override
  public void welcomed(Welcome welcome, long now) {
    if (link != Link.DIALLING) {
      throw new ProtocolViolation("a second welcome");
    }
    refusals = 0;
    replica = welcome.replica();
    limits = Limits.of(welcome, wire.payloadBytesMax());
    onLeadership(welcome.leadership(), now);
  }

  /** What the connected replica was sent and did not answer is void. */
  @Override
  public void leaderReported(Leadership leadership, long now) {
    if (!isWelcomed()) {
      throw new ProtocolViolation("a leader announcement before the welcome");
    }
    onLeadership(leadership, now);
  }

  /** The connection goes on, even if its replica is no member any more: it will say so. */
  @Override
  public void membersReported(Members members, long now) {
    if (!isWelcomed()) {
      throw new ProtocolViolation("members before the welcome");
    }
    replicas.onMembers(members);
  }

  /**
   * A replica that is not connected here reports the leader. The connected one is left for a leader
   * of a later view: what it has not answered goes there.
   */
  void hinted(Leadership leadership, long now) {
    // The connected replica reports itself that it leads.
    boolean isHere = isWelcomed() && leadership.leader() == replica;
    if (link == Link.CLOSED || isHere || !tracker.onHint(leadership, now)) {
      return;
    }
    wire.hangUp();
    becomeDown(now, now);
  }

  private boolean isWelcomed() {
    return link == Link.SERVING || link == Link.WAITING;
  }

  private void onLeadership(Leadership leadership, long now) {
    if (leadership.leader() == Leadership.UNKNOWN && replica == Leadership.UNKNOWN) {
      // A learner welcomes with the number of no replica: it is no leader that is unknown.
      if (session.needsLeader() || queries.isUnanswered()) {
        becomeWaiting(now);
      } else {
        becomeServing(now);
      }
      return;
    }
    switch (tracker.onLeadership(address, replica, leadership, now)) {
      case SERVE -> becomeServing(now);
      case FOLLOW -> {
        wire.hangUp();
        becomeDown(now, now);
      }
      case WAIT -> becomeWaiting(now);
    }
  }

  @Override
  public void refused(String reason, long now) {
    refusal = "%s refused this client: %s".formatted(ReplicaAddresses.text(address), reason);
    tracker.failed(address, now);
    // A leader that has no place for a session now may have one when it is asked again.
    refusals += isWelcomed() ? 0 : 1;
    lost(refusal, now);
    // A replica that cannot be reached may take the requests when it is back.
    if (refusals >= replicas.size()) {
      session.abandonWaiting("never sent: " + refusal);
      queries.abandonWaiting("never sent: " + refusal);
    }
  }

  @Override
  public void disconnected(String reason, long now) {
    // A leader that was answering is tried again at once, for only its connection may have broken.
    // So is one that was connected for long: it may have ended an idle connection.
    if (link == Link.SERVING && now - servingSince >= timing.retryNanos()) {
      proven();
    } else if (link != Link.SERVING || attempts > 0) {
      tracker.failed(address, now);
    }
    connectionLost(reason, now);
  }

  private void giveUp(String reason, long now) {
    tracker.failed(address, now);
    connectionLost(reason, now);
  }

  private void connectionLost(String reason, long now) {
    refusals = 0;
    lost("%s: %s".formatted(ReplicaAddresses.text(address), reason), now);
  }

  private void lost(String trouble, long now) {
    wire.hangUp();
    completions.trouble(trouble);
    becomeDown(now, now + delay());
  }

  /** Each replica is tried at once; after that there is no hurry. */
  private long delay() {
    return attempts < replicas.size() ? 0 : dialDelays.next();
  }

  @Override
  public void replied(Reply reply, long now) {
    checkWelcomed();
    session.reply(reply, now);
    proven();
  }

  @Override
  public void queryReplied(Reply reply, long now) {
    checkWelcomed();
    queries.reply(reply, now);
    proven();
  }

  private void proven() {
    if (attempts > 0) {
      attempts = 0;
      refusal = "";
      dialDelays.reset();
    }
  }

  @Override
  public void busy(long refusedSession, long from, long now) {
    checkWelcomed();
    session.busy(refusedSession, from, now);
  }

  private void checkWelcomed() {
    // A replica that has lost the leadership goes on to answer what it has executed.
    if (!isWelcomed()) {
      throw new ProtocolViolation("a reply before the welcome");
    }
  }

  /** Does what is due: ends requests, connects, sends. */
  void advance(long now) {
    if (link == Link.CLOSED) {
      return;
    }
    session.tick(now);
    queries.tick(now);
    if (link == Link.SERVING && (session.isStuck() || queries.isStuck())) {
      tracker.silent(address, timing.retryNanos(), now);
      connectionLost("it does not answer", now);
    }
    while (linkDue <= now) {
      switch (link) {
        case DOWN -> becomeDialling(now);
        case DIALLING -> giveUp("no welcome within the connect timeout", now);
        case WAITING -> giveUp("it knows no leader that can be reached" + afterRefusal(), now);
        default -> throw new IllegalStateException("nothing is due in " + link);
      }
    }
    session.flush(wire, now);
    queries.flush(wire, now);
    wire.flush();
  }

  private void becomeDown(long now, long nextAttempt) {
    link = Link.DOWN;
    linkDue = nextAttempt;
    detach(now);
  }

  private void becomeDialling(long now) {
    link = Link.DIALLING;
    linkDue = now + timing.connectNanos();
    attempts++;
    address = tracker.next(now);
    wire.dial(address);
  }

  private void becomeWaiting(long now) {
    if (link != Link.WAITING) {
      linkDue = now + timing.retryNanos() / 2;
    }
    link = Link.WAITING;
    completions.trouble(
        ReplicaAddresses.text(address) + " knows no leader that can be reached" + afterRefusal());
    detach(now);
  }

  /** It may be the leader that has refused: then that is what keeps requests waiting. */
  private String afterRefusal() {
    return refusal.isEmpty() ? "" : "; " + refusal;
  }

  private void becomeServing(long now) {
    if (link != Link.SERVING) {
      servingSince = now;
    }
    link = Link.SERVING;
    hasServed = true;
    linkDue = NEVER;
    completions.trouble(
        "the leader, %s, does not answer".formatted(ReplicaAddresses.text(address)));
    if (replica != Leadership.UNKNOWN) {
      readiness.connected(replica, address);
    }
    session.attach(limits, now);
    queries.attach(limits);
  }

  private void detach(long now) {
    readiness.disconnected();
    session.detach(now);
    queries.detach();
  }

  /** The replica that is connected or dialled; null if there is none. */
  InetSocketAddress target() {
    return link == Link.DOWN ? null : address;
  }

  /** Whether a leader was found, and something waits for its answer. */
  boolean needsHints() {
    return hasServed && (session.isUnanswered() || queries.isUnanswered());
  }

  /** When {@link #advance} must be called at the latest. */
  long nextWakeUpNanos() {
    return Math.min(linkDue, Math.min(session.nextWakeUpNanos(), queries.nextWakeUpNanos()));
  }

  /** Ends everything; the session too if the leader can still receive that. */
  void close(String reason, long now) {
    link = Link.CLOSED;
    linkDue = NEVER;
    try {
      queries.abandon(reason);
      session.close(wire, reason, now);
      wire.flush();
    } finally {
      wire.hangUp();
    }
  }
}
