package io.synod.client;

import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;

/**
 * A connection to a replica that does not lead. Over it the client learns of the next leader while
 * the connected one is silent; no request uses it. It has the same driver as {@link ClientCore}.
 *
 * <pre>
 * link       left by                                             to
 * DOWN       requests are under way, and the delay has passed    DIALLING
 * DIALLING   welcome                                             LISTENING
 *            refusal, failure, connect timeout                   DOWN
 * LISTENING  closed; requests are under way, and it is old       DOWN
 * both       its replica leads; the core connects to it          DOWN
 * any        close                                               CLOSED
 * </pre>
 *
 * An idle client dials no replica and sets no timer: a connection that was lost or has become old
 * meanwhile is replaced when the next request comes.
 */
final class LeaderHints implements Caller {
  private enum Link {
    DOWN,
    DIALLING,
    LISTENING,
    CLOSED
  }

  private static final long NEVER = RetryTimer.NEVER;
  private static final long MILLIS = 1_000_000;
  private static final long SLOWEST_DIAL_NANOS = 10_000 * MILLIS;

  // A link may die in silence: in use, no connection stays longer than these retry intervals.
  private static final int INTERVALS_MAX = 32;

  private final Wire wire;
  private final ClientCore core;
  private final ClientTiming timing;
  private final KnownAddresses replicas;
  private final Backoff dialDelays;

  private Link link = Link.DOWN;

  /** Next attempt to connect in DOWN, the end of one in DIALLING. */
  private long linkDue;

  private int next;

  // Attempts since a connection has lasted.
  private int attempts;

  // The replica that is connected or dialled, null in DOWN; its number once it is connected.
  private InetSocketAddress address;
  private int replica;
  private long listeningSince;

  // Whether requests were under way when it was looked for the last time.
  private boolean inUse;

  /**
   * @param core receives the hints
   * @param replicas the addresses that are tried, at least two
   */
  LeaderHints(Wire wire, ClientCore core, KnownAddresses replicas, ClientTiming timing, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.wire = wire;
    this.core = core;
    this.timing = timing;
    this.replicas = replicas;
    this.next = random.nextInt(replicas.size());
    this.dialDelays = new Backoff(20 * MILLIS, SLOWEST_DIAL_NANOS, random.split());
  }

  @Override
  public void welcomed(Welcome welcome, long now) {
    if (link != Link.DIALLING) {
      throw new ProtocolViolation("a second welcome");
    }
    link = Link.LISTENING;
    linkDue = NEVER;
    listeningSince = now;
    replica = welcome.replica();
    hint(welcome.leadership(), now);
  }

  @Override
  public void leaderReported(Leadership leadership, long now) {
    if (link != Link.LISTENING) {
      throw new ProtocolViolation("a leader announcement before the welcome");
    }
    hint(leadership, now);
  }

  @Override
  public void membersReported(Members members, long now) {
    if (link != Link.LISTENING) {
      throw new ProtocolViolation("members before the welcome");
    }
    replicas.onMembers(members);
  }

  private void hint(Leadership leadership, long now) {
    core.hinted(leadership, now);
    // A learner, which has no number, may know no leader.
    if (leadership.leader() == replica && replica != Leadership.UNKNOWN) {
      // It cannot report its own silence.
      leave(now);
    }
  }

  @Override
  public void refused(String reason, long now) {
    leave(now);
  }

  @Override
  public void disconnected(String reason, long now) {
    leave(now);
  }

  @Override
  public void replied(Reply reply, long now) {
    throw new ProtocolViolation("a reply to a request, and none was sent");
  }

  @Override
  public void queryReplied(Reply reply, long now) {
    throw new ProtocolViolation("a reply to a query, and none was sent");
  }

  @Override
  public void busy(long session, long from, long now) {
    throw new ProtocolViolation("a session is refused, and there is none");
  }

  /** Does what is due: leaves a replica that cannot give hints, connects to another one. */
  void advance(long now) {
    if (link == Link.CLOSED) {
      return;
    }
    inUse = core.needsHints();
    if (address != null && (address.equals(core.target()) || isOver(now))) {
      leave(now);
    }
    if (link == Link.DOWN && inUse && linkDue <= now && replicas.size() > 1) {
      becomeDialling(now);
    }
  }

  /** Whether its time to connect, or as a connection in use, has passed. */
  private boolean isOver(long now) {
    return link == Link.DIALLING
        ? linkDue <= now
        : inUse && (now - listeningSince) / INTERVALS_MAX >= timing.retryNanos();
  }

  private void leave(long now) {
    if (link == Link.LISTENING && now - listeningSince >= timing.retryNanos()) {
      attempts = 0;
      dialDelays.reset();
    }
    wire.hangUp();
    link = Link.DOWN;
    address = null;
    // Each replica is tried at once; after that there is no hurry.
    linkDue = attempts < replicas.size() ? now : now + dialDelays.next();
  }

  private void becomeDialling(long now) {
    if (replicas.at(next).equals(core.target())) {
      next = (next + 1) % replicas.size();
    }
    link = Link.DIALLING;
    linkDue = now + timing.connectNanos();
    attempts++;
    address = replicas.at(next);
    next = (next + 1) % replicas.size();
    wire.dial(address);
  }

  /** When {@link #advance} must be called at the latest. */
  long nextWakeUpNanos() {
    return link == Link.DIALLING || link == Link.DOWN && inUse && replicas.size() > 1
        ? linkDue
        : NEVER;
  }

  /** Ends the connection. */
  void close() {
    wire.hangUp();
    link = Link.CLOSED;
  }
}
