package io.synod.client;

import io.synod.core.execution.ReplyStatus;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * The queries that any replica may answer, and the connection to their proxy, the replica that
 * answers them. The proxy is drawn at random and kept as long as it answers. When it refuses, is
 * silent, or is busy again and again, the next replica becomes the proxy. It has the same driver as
 * {@link ClientCore}.
 *
 * <pre>
 * link      left by                                          to
 * IDLE      the first query                                  DOWN
 * DOWN      the delay before the next attempt has passed     DIALLING
 * DIALLING  welcome; refusal, failure, connect timeout       SERVING; DOWN
 * SERVING   closed, silent, busy, or a query refused         DOWN
 * any       close                                            CLOSED
 * </pre>
 */
final class ProxyQueries implements Caller {
  private enum Link {
    IDLE,
    DOWN,
    DIALLING,
    SERVING,
    CLOSED
  }

  private static final long NEVER = RetryTimer.NEVER;
  private static final long MILLIS = 1_000_000;

  private final Wire wire;
  private final ClientTiming timing;
  private final KnownAddresses replicas;
  private final Completions completions;
  private final QueryWindow queries;
  private final Backoff dialDelays;

  private Link link = Link.IDLE;

  /** Next attempt to connect in DOWN, the end of one in DIALLING. */
  private long linkDue = NEVER;

  private int next;

  // The replica that is connected or dialled; null before the first attempt. The members that it
  // reports take the places of others.
  private InetSocketAddress address;

  // Attempts since a replica has answered a query.
  private int attempts;

  // Attempts in a row that a replica has refused.
  private int refusals;

  /**
   * @param replicas the addresses that are tried
   * @param release takes the weight of each query that is no longer held
   */
  ProxyQueries(
      Wire wire,
      KnownAddresses replicas,
      int outstandingMax,
      ClientTiming timing,
      LongConsumer release,
      long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.wire = wire;
    this.timing = timing;
    this.replicas = replicas;
    this.next = random.nextInt(replicas.size());
    this.completions = new Completions(timing.timeoutNanos(), release);
    this.queries =
        new QueryWindow(
            outstandingMax, timing.retryNanos(), RetryPolicy.PROXY, random.split(), completions);
    this.dialDelays = new Backoff(20 * MILLIS, 500 * MILLIS, random.split());
  }

  /** Takes over a query; its deadline counts from now. */
  void submit(Request query, long now) {
    query.deadlineNanos = now + timing.timeoutNanos();
    queries.enqueue(query);
    if (link == Link.IDLE) {
      becomeDown(now);
    }
  }

  @Override
  public void welcomed(Welcome welcome, long now) {
    if (link != Link.DIALLING) {
      throw new ProtocolViolation("a second welcome");
    }
    refusals = 0;
    link = Link.SERVING;
    linkDue = NEVER;
    completions.trouble(ReplicaAddresses.text(address) + " does not answer");
    queries.attach(Limits.of(welcome, wire.payloadBytesMax()));
  }

  /** The leader does not matter here. */
  @Override
  public void leaderReported(Leadership leadership, long now) {
    checkServing();
  }

  @Override
  public void membersReported(Members members, long now) {
    checkServing();
    replicas.onMembers(members);
  }

  @Override
  public void refused(String reason, long now) {
    String refusal = "%s refused this client: %s".formatted(ReplicaAddresses.text(address), reason);
    lost(refusal, now);
    refusals++;
    // A replica that cannot be reached may answer the queries when it is back.
    if (refusals >= replicas.size()) {
      queries.abandonWaiting("never sent: " + refusal);
    }
  }

  @Override
  public void disconnected(String reason, long now) {
    refusals = 0;
    lost("%s: %s".formatted(ReplicaAddresses.text(address), reason), now);
  }

  @Override
  public void replied(Reply reply, long now) {
    throw new ProtocolViolation("a reply to a request, and none was sent");
  }

  @Override
  public void queryReplied(Reply reply, long now) {
    checkServing();
    queries.reply(reply, now);
    boolean isAnswer =
        reply.status() == ReplyStatus.OK || reply.status() == ReplyStatus.SERVICE_ERROR;
    if (attempts > 0 && isAnswer) {
      attempts = 0;
      dialDelays.reset();
    }
  }

  @Override
  public void busy(long session, long from, long now) {
    throw new ProtocolViolation("a session is refused, and there is none");
  }

  private void checkServing() {
    if (link != Link.SERVING) {
      throw new ProtocolViolation("a message before the welcome");
    }
  }

  private void lost(String trouble, long now) {
    wire.hangUp();
    completions.trouble(trouble);
    next = (next + 1) % replicas.size();
    if (attempts >= replicas.size()) {
      replicas.onRoundInVain();
    }
    // Each replica is tried at once; after that there is no hurry.
    becomeDown(attempts < replicas.size() ? now : now + dialDelays.next());
  }

  /** Does what is due: ends queries, connects, sends. */
  void advance(long now) {
    if (link == Link.IDLE || link == Link.CLOSED) {
      return;
    }
    queries.tick(now);
    if (link == Link.SERVING && queries.isStuck()) {
      lost(ReplicaAddresses.text(address) + ": it cannot answer this query now", now);
    }
    while (linkDue <= now) {
      if (link == Link.DOWN) {
        becomeDialling(now);
      } else {
        disconnected("no welcome within the connect timeout", now);
      }
    }
    queries.flush(wire, now);
    wire.flush();
  }

  private void becomeDown(long nextAttempt) {
    link = Link.DOWN;
    linkDue = nextAttempt;
    queries.detach();
  }

  private void becomeDialling(long now) {
    link = Link.DIALLING;
    linkDue = now + timing.connectNanos();
    attempts++;
    address = replicas.at(next);
    wire.dial(address);
  }

  /** When {@link #advance} must be called at the latest. */
  long nextWakeUpNanos() {
    return Math.min(linkDue, queries.nextWakeUpNanos());
  }

  /** Ends everything. */
  void close(String reason) {
    queries.abandon(reason);
    wire.hangUp();
    link = Link.CLOSED;
    linkDue = NEVER;
  }
}
