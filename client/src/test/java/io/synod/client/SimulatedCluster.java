package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.WantEvents;
import io.synod.network.wire.Welcome;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Replicas on the other side of the client's wire, less reliable than real ones: what an old leader
 * has admitted may be decided long after, in part, or twice; replies come only over the connection
 * that stands when they are due, and each replica executes with a lag of its own.
 */
final class SimulatedCluster implements Wire {
  static final int REPLICAS = 3;
  static final int OUTSTANDING = 16;
  static final int PAYLOAD_BYTES = 64;

  private static final long MILLIS = 1_000_000;
  private static final int FRAME_ENTRIES = 5;
  private static final long NOTHING_REFUSED = Long.MAX_VALUE;

  /** One connection as the replica sees it. */
  private static final class Link {
    private final int replica;
    private long toReplica;
    private long toClient;
    private boolean welcomed;
    private long refusedFrom = NOTHING_REFUSED;

    private Link(int replica) {
      this.replica = replica;
    }
  }

  final SimulatedSessions sessions = new SimulatedSessions();
  final List<Integer> dialled = new ArrayList<>();

  private final VirtualTime time;
  private final SplittableRandom random;
  private final long[] silentUntil = new long[REPLICAS];
  private final long[] downUntil = new long[REPLICAS];
  private final long[] lagNanos = new long[REPLICAS];
  private final long[] executedAt = new long[REPLICAS];
  private final List<SimulatedSessions.Entry> frame = new ArrayList<>();

  private ClientCore core;
  private Runnable turn;
  private Link link;
  private long round = 1;
  private int leader;
  private long decidedAt;
  private double busyRate;
  private double chaos = 1;

  SimulatedCluster(VirtualTime time, SplittableRandom random) {
    this.time = time;
    this.random = random;
    leader = random.nextInt(REPLICAS);
    for (int replica = 0; replica < REPLICAS; replica++) {
      lagNanos[replica] = random.nextLong(30 * MILLIS);
    }
  }

  /** Reports each event to {@code client}; then {@code itsTurn} runs. */
  void serve(ClientCore client, Runnable itsTurn) {
    core = client;
    turn = itsTurn;
  }

  static List<InetSocketAddress> addresses() {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int replica = 0; replica < REPLICAS; replica++) {
      addresses.add(InetSocketAddress.createUnresolved("replica", 7000 + replica));
    }
    return addresses;
  }

  // ---- Faults

  void electAnother() {
    round++;
    leader = (leader + 1 + random.nextInt(REPLICAS - 1)) % REPLICAS;
    Link current = link;
    if (current != null && current.welcomed && random.nextInt(4) != 0) {
      report(current, () -> core.leaderReported(leadership(), time.now()));
    }
  }

  void dropConnection() {
    Link dropped = link;
    if (dropped != null) {
      report(dropped, () -> core.disconnected("dropped", time.now()));
    }
  }

  void silence(int replica, long nanos) {
    silentUntil[replica] = time.now() + nanos;
  }

  void takeDown(int replica, long nanos) {
    downUntil[replica] = time.now() + nanos;
    if (link != null && link.replica == replica) {
      dropConnection();
    }
  }

  void busy(double rate) {
    busyRate = rate;
  }

  void heal() {
    chaos = 0;
    busyRate = 0;
    for (int replica = 0; replica < REPLICAS; replica++) {
      silentUntil[replica] = 0;
      downUntil[replica] = 0;
    }
  }

  // ---- The wire

  @Override
  public void dial(InetSocketAddress address) {
    assertThat(link).as("one connection at a time").isNull();
    Link dialling = new Link(address.getPort() - 7000);
    link = dialling;
    dialled.add(dialling.replica);
    if (downUntil[dialling.replica] > time.now()) {
      report(dialling, () -> core.disconnected("connection refused", time.now()));
    } else {
      toReplica(dialling, () -> welcome(dialling));
    }
  }

  private void welcome(Link welcomed) {
    welcomed.welcomed = true;
    Welcome welcome = new Welcome(welcomed.replica, leadership(), PAYLOAD_BYTES, OUTSTANDING);
    report(welcomed, () -> core.welcomed(welcome, time.now()));
  }

  private Leadership leadership() {
    boolean known = chaos == 0 || random.nextInt(8) != 0;
    return known
        ? new Leadership(new View(round, leader), leader, "replica:" + (7000 + leader))
        : new Leadership(new View(round, leader), Leadership.UNKNOWN, "");
  }

  @Override
  public void hangUp() {
    link = null;
    frame.clear();
  }

  @Override
  public int payloadBytesMax() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isWritable() {
    return link != null && (chaos == 0 || random.nextInt(50) != 0);
  }

  @Override
  public void open(long session) {
    control(session, BatchEntry.OPEN);
  }

  @Override
  public void close(long session) {
    control(session, BatchEntry.CLOSE);
  }

  @Override
  public void wantEvents(WantEvents wanted) {
    throw new AssertionError("nobody listens");
  }

  private void control(long session, long sequence) {
    flush();
    frame.add(new SimulatedSessions.Entry(session, sequence, 0, new byte[0]));
    flush();
  }

  @Override
  public void keepAlive(long session, long acknowledged, long events) {
    control(session, BatchEntry.KEEP_ALIVE);
  }

  @Override
  public void request(long session, long sequence, int outstanding, Request request) {
    byte[] payload = request.payload();
    boolean allowed = outstanding >= 0 && outstanding < OUTSTANDING;
    if (!allowed || payload.length > PAYLOAD_BYTES) {
      throw new AssertionError("%d outstanding, %d bytes".formatted(outstanding, payload.length));
    }
    boolean consecutive = frame.isEmpty() || frame.get(frame.size() - 1).sequence() == sequence - 1;
    if (!consecutive || frame.size() == FRAME_ENTRIES) {
      flush();
    }
    frame.add(new SimulatedSessions.Entry(session, sequence, outstanding, payload));
  }

  @Override
  public void query(long number, Request query) {
    Link asked = link;
    toReplica(asked, () -> answer(asked, number));
  }

  @Override
  public void flush() {
    if (!frame.isEmpty()) {
      List<SimulatedSessions.Entry> sent = List.copyOf(frame);
      frame.clear();
      Link over = link;
      toReplica(over, () -> arrive(over, sent));
    }
  }

  // ---- The replicas

  private void toReplica(Link over, Runnable arrival) {
    over.toReplica = Math.max(over.toReplica, time.now() + delay());
    time.at(over.toReplica, () -> whenAwake(over.replica, arrival));
  }

  /** A stopped process reads what has arrived meanwhile when it goes on. */
  private void whenAwake(int replica, Runnable arrival) {
    if (silentUntil[replica] > time.now()) {
      time.at(silentUntil[replica], () -> whenAwake(replica, arrival));
    } else {
      arrival.run();
    }
  }

  private void report(Link over, Runnable news) {
    over.toClient = Math.max(over.toClient, time.now() + delay());
    time.at(
        over.toClient,
        () -> {
          if (link == over) {
            news.run();
            turn.run();
          }
        });
  }

  private long delay() {
    return random.nextInt(20) == 0 ? random.nextLong(30 * MILLIS) : random.nextLong(MILLIS);
  }

  private void arrive(Link over, List<SimulatedSessions.Entry> sent) {
    SimulatedSessions.Entry first = sent.get(0);
    if (over.replica != leader) {
      report(over, () -> core.leaderReported(leadership(), time.now()));
      return;
    }
    boolean inOrder = first.sequence() <= over.refusedFrom || first.outstanding() == 0;
    if (!inOrder || random.nextDouble() < busyRate) {
      over.refusedFrom = inOrder ? first.sequence() : Math.min(over.refusedFrom, first.sequence());
      report(over, () -> core.busy(first.session(), first.sequence(), time.now()));
      return;
    }
    over.refusedFrom = NOTHING_REFUSED;
    admit(sent);
  }

  private void admit(List<SimulatedSessions.Entry> sent) {
    long inRound = round;
    decidedAt = Math.max(decidedAt, time.now() + delay());
    time.at(decidedAt, () -> decideUnlessLost(sent, inRound));
    if (random.nextDouble() < chaos / 20) {
      time.after(random.nextLong(500 * MILLIS), () -> decideUnlessLost(sent, inRound));
    }
  }

  private void decideUnlessLost(List<SimulatedSessions.Entry> sent, long inRound) {
    if (inRound != round && random.nextBoolean()) {
      return;
    }
    for (SimulatedSessions.Entry entry : sent) {
      TestReply reply = sessions.execute(entry);
      for (int replica = 0; replica < REPLICAS && reply != null; replica++) {
        executedAt[replica] =
            Math.max(executedAt[replica], time.now() + (chaos == 0 ? 0 : lagNanos[replica]));
        int by = replica;
        time.at(executedAt[replica], () -> whenAwake(by, () -> replyBy(by, reply)));
      }
    }
  }

  private void replyBy(int replica, TestReply reply) {
    Link over = link;
    if (over != null && over.replica == replica && over.welcomed) {
      report(over, () -> core.replied(reply, time.now()));
    }
  }

  private void answer(Link over, long number) {
    ReplyStatus status = ReplyStatus.OK;
    if (over.replica != leader) {
      status = ReplyStatus.NOT_LEADER;
    } else if (random.nextDouble() < busyRate) {
      status = ReplyStatus.BUSY;
    }
    TestReply reply =
        new TestReply(0, number, status, SimulatedSessions.payload(sessions.executed.size()));
    report(over, () -> core.queryReplied(reply, time.now()));
  }
}
