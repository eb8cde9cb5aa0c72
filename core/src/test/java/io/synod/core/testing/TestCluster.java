package io.synod.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.membership.Memberships;
import io.synod.core.message.PreVote;
import io.synod.core.replica.Replica;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A cluster whose messages, clock, disks and services move only when the test says so. Every
 * proposal, vote and delivery is checked by {@link ChosenValues}.
 */
public final class TestCluster {
  private static final int STEPS_MAX = 200_000;
  private static final long WAIT_MAX_NANOS = 120_000 * Settings.MILLI;

  private final List<TestNode> nodes = new ArrayList<>();
  private final List<Envelope> flying = new ArrayList<>();
  private final ChosenValues chosen;
  private final Settings settings;
  private final long seed;

  // Those of the first slot behind each snapshot that was taken.
  private final Map<Long, Memberships> snapshots = new HashMap<>();
  private Predicate<Envelope> lost = envelope -> false;
  private Predicate<Envelope> held = envelope -> false;
  private long nowNanos = 1_000 * Settings.MILLI;

  public TestCluster(Settings settings) {
    this(settings, 1);
  }

  /**
   * @param seed of the replicas' random delays
   */
  public TestCluster(Settings settings, long seed) {
    this(seed, settings);
    if (settings.durability().keepsVotes()) {
      nodes.forEach(node -> node.remember(settings));
    }
    nodes.forEach(TestNode::start);
    if (!settings.durability().keepsVotes()) {
      deliverAll();
    }
  }

  private TestCluster(long seed, Settings settings) {
    this.settings = settings;
    this.seed = seed;
    chosen = new ChosenValues(settings.firstMembership());
    for (int self = 0; self < settings.replicas(); self++) {
      nodes.add(new TestNode(self, settings, seed + self, this));
    }
  }

  /** Of replicas that nobody has started yet, with empty directories. */
  public static TestCluster unformed(Settings settings) {
    return new TestCluster(1, settings);
  }

  /** Replica 0 leads, and all replicas know it. */
  public static TestCluster led(Settings settings) {
    TestCluster cluster = new TestCluster(settings);
    cluster.elect(0);
    cluster.deliverAll();
    return cluster;
  }

  /** Starts a replica with the next number, with an empty directory, which is no member. */
  public TestNode addStandby() {
    TestNode standby = new TestNode(nodes.size(), settings, seed + nodes.size(), this);
    nodes.add(standby);
    standby.start();
    return standby;
  }

  /** How many replicas there are, standbys included. */
  public int size() {
    return nodes.size();
  }

  /** Without a snapshot those with which the log begins. */
  Memberships snapshotAt(long end) {
    return snapshots.getOrDefault(end, Memberships.beginning(settings.firstMembership()));
  }

  void snapshotTaken(long end, Memberships memberships) {
    snapshots.put(end, memberships);
  }

  /** All replicas, standbys included. */
  public List<TestNode> nodes() {
    return Collections.unmodifiableList(nodes);
  }

  public TestNode node(int replica) {
    return nodes.get(replica);
  }

  public Replica replica(int replica) {
    return nodes.get(replica).replica();
  }

  public long nowNanos() {
    return nowNanos;
  }

  /** Lets time pass, and wakes nobody. */
  public void passTime(long nanos) {
    nowNanos += nanos;
  }

  public List<Envelope> flying() {
    return flying;
  }

  /** From now on, messages that match are lost when their turn comes. */
  public void lose(Predicate<Envelope> messages) {
    lost = lost.or(messages);
  }

  /** From now on, messages that match stay on their way. */
  public void hold(Predicate<Envelope> messages) {
    held = held.or(messages);
  }

  /** Nothing is lost or held any more; what was held flies on. */
  public void heal() {
    lost = envelope -> false;
    held = envelope -> false;
  }

  /** As {@link #heal}, and lets time pass. */
  public void healAndElapse(long nanos) {
    heal();
    elapse(nanos);
  }

  /** Loses all messages between {@code group} and the others. */
  public void partition(Integer... group) {
    List<Integer> inside = List.of(group);
    lose(envelope -> inside.contains(envelope.from()) != inside.contains(envelope.to()));
  }

  /** Loses the matching messages that are on their way now. */
  public void drop(Predicate<Envelope> messages) {
    flying.removeIf(messages);
  }

  /** Delivers the matching messages that are on their way now, held ones too, oldest first. */
  public void deliver(Predicate<Envelope> messages) {
    for (Envelope envelope : List.copyOf(flying)) {
      if (messages.test(envelope)) {
        flying.remove(envelope);
        hand(envelope);
      }
    }
  }

  /** Delivers {@code envelope}, or loses it if its kind is lost. */
  public void deliver(Envelope envelope) {
    flying.remove(envelope);
    if (!lost.test(envelope)) {
      hand(envelope);
    }
  }

  /** {@code envelope} flies once more. */
  public void repeat(Envelope envelope) {
    flying.add(envelope);
  }

  /** Delivers the oldest messages, at most so many. */
  public void deliverSome(int messages) {
    for (int index = 0; index < messages && !flying.isEmpty(); index++) {
      deliver(flying.get(0));
    }
  }

  /** Delivers everything that is not held, and what comes of it, until nothing moves. */
  public void deliverAll() {
    for (int steps = 0; steps < STEPS_MAX; steps++) {
      Envelope next = nextFlying();
      if (next == null) {
        return;
      }
      flying.remove(next);
      if (!lost.test(next)) {
        hand(next);
      }
    }
    throw new AssertionError("messages never come to rest:\n" + flying);
  }

  /** Delivers all, and lets time pass, waking each replica when it wants to be. */
  public void elapse(long nanos) {
    long end = nowNanos + nanos;
    deliverAll();
    while (nextWakeUpNanos() <= end) {
      wakeNext();
    }
    nowNanos = end;
  }

  /** Lets time pass and wakes whom it concerns, but delivers nothing. */
  public void elapseAsleep(long nanos) {
    nowNanos += nanos;
    for (TestNode node : nodes) {
      if (node.isDue(nowNanos)) {
        node.step(Event.WakeUp.INSTANCE);
      }
    }
  }

  /** Lets time pass until {@code condition} holds; fails if it never does. */
  public void await(String claim, BooleanSupplier condition) {
    long end = nowNanos + WAIT_MAX_NANOS;
    deliverAll();
    while (!condition.getAsBoolean()) {
      assertThat(nowNanos).as(claim).isLessThan(end);
      wakeNext();
    }
  }

  /** Nobody but {@code replica} pre-votes until it leads. */
  public void elect(int replica) {
    Predicate<Envelope> before = lost;
    lose(envelope -> envelope.message() instanceof PreVote && envelope.from() != replica);
    await("replica " + replica + " leads", () -> replica(replica).leads());
    lost = before;
  }

  /** The batcher of {@code replica} closes {@code batch} for the view that it leads. */
  public void propose(int replica, Batch batch) {
    node(replica).step(new Event.Proposed(replica(replica).promised(), batch));
  }

  public void propose(int replica, String text) {
    propose(replica, Batches.batch(text));
  }

  /** As {@link #propose(int, String)}, and delivers everything that is not held. */
  public void proposeAndDeliver(int replica, String text) {
    propose(replica, text);
    deliverAll();
  }

  /** Fails unless one replica leads and the first {@code replicas} of them execute a request. */
  public void works(int replicas) {
    await("somebody leads", () -> leads() >= 0);
    elapse(5 * Settings.ELECTION_NANOS);
    propose(leader(), "works");
    elapse(5 * Settings.ELECTION_NANOS);
    for (int replica = 0; replica < replicas; replica++) {
      assertThat(node(replica).delivered()).last().isEqualTo("works");
    }
  }

  /** The number of the one replica that leads; fails if there is not exactly one. */
  public int leader() {
    List<Integer> leaders = new ArrayList<>();
    for (TestNode node : nodes) {
      if (!node.isDown() && node.replica().leads()) {
        leaders.add(node.self());
      }
    }
    assertThat(leaders).as("leaders").hasSize(1);
    return leaders.get(0);
  }

  /** The number of the first replica that leads; -1 if none does. */
  public int leads() {
    for (TestNode node : nodes) {
      if (!node.isDown() && node.replica().leads()) {
        return node.self();
      }
    }
    return -1;
  }

  void fly(Envelope envelope) {
    flying.add(envelope);
  }

  /** What was proposed, voted for and chosen so far; it has been checked all along. */
  public ChosenValues chosen() {
    return chosen;
  }

  private void hand(Envelope envelope) {
    node(envelope.to()).step(new Event.Received(envelope.from(), envelope.message()));
  }

  private Envelope nextFlying() {
    for (Envelope envelope : flying) {
      if (!held.test(envelope)) {
        return envelope;
      }
    }
    return null;
  }

  private void wakeNext() {
    nowNanos = Math.max(nowNanos, nextWakeUpNanos());
    for (TestNode node : nodes) {
      if (node.isDue(nowNanos)) {
        node.step(Event.WakeUp.INSTANCE);
        assertThat(node.isDue(nowNanos))
            .as("replica %d wants to be woken, and then does nothing about it", node.self())
            .isFalse();
      }
    }
    deliverAll();
  }

  private long nextWakeUpNanos() {
    long next = Long.MAX_VALUE;
    for (TestNode node : nodes) {
      next = node.isDown() ? next : Math.min(next, node.replica().nextWakeUpNanos());
    }
    return next;
  }
}
