package io.synod.core.transcript;

import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.message.Message;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.MessageText;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.testing.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Runs a cluster on virtual time, in which each message takes a while and each disk too, and writes
 * down what the replicas do and say. A message has its line when it leaves; it arrives one latency
 * later.
 */
final class Transcript {
  private static final long LATENCY_NANOS = Settings.MILLI;
  private static final long DISK_NANOS = Settings.MILLI / 2;

  private final TestCluster cluster;
  private final Settings settings;
  private final long beginNanos;
  private final List<String> lines = new ArrayList<>();
  private final List<Flight> flights = new ArrayList<>();
  private final List<Envelope> known = new ArrayList<>();
  private final int[] printed;
  private final long[] durableAt;
  private Predicate<Envelope> lost = envelope -> false;

  private record Flight(Envelope envelope, long arrivalNanos) {}

  /** Goes on from a cluster in which nothing is under way. */
  Transcript(Settings settings, TestCluster cluster) {
    this.settings = settings;
    this.cluster = cluster;
    beginNanos = cluster.nowNanos();
    printed = new int[settings.replicas()];
    durableAt = new long[settings.replicas()];
    for (int self = 0; self < settings.replicas(); self++) {
      cluster.node(self).effects().clear();
      cluster.node(self).stallDisk();
      durableAt[self] = Long.MAX_VALUE;
    }
  }

  List<String> lines() {
    return lines;
  }

  /** From now on, what matches leaves and never arrives. */
  void lose(Predicate<Envelope> messages) {
    lost = lost.or(messages);
  }

  void loseNothing() {
    lost = envelope -> false;
  }

  /** Something happens from outside. */
  void act(String what, Runnable action) {
    line("-- " + what);
    action.run();
    printAll();
  }

  void propose(int replica, String text) {
    act("replica " + replica + " has batch [" + text + "]", () -> cluster.propose(replica, text));
  }

  void crash(int replica) {
    act(
        "replica " + replica + " crashes",
        () -> {
          cluster.node(replica).crash();
          durableAt[replica] = Long.MAX_VALUE;
          flights.removeIf(
              flight -> flight.envelope().from() == replica && flight.envelope().to() == replica);
        });
  }

  void restart(int replica) {
    act(
        "replica " + replica + " starts again",
        () -> {
          cluster.node(replica).start();
          cluster.node(replica).stallDisk();
        });
  }

  void disconnect(int replica, int... peers) {
    for (int peer : peers) {
      act(
          "replica %d sees its connection with %d break".formatted(peer, replica),
          () -> cluster.node(peer).step(new Event.PeerDisconnected(replica)));
    }
  }

  /** Lets {@code millis} pass. */
  void run(long millis) {
    long end = cluster.nowNanos() + millis * Settings.MILLI;
    for (long next = nextNanos(); next <= end; next = nextNanos()) {
      pass(next);
      if (!settleDisks()) {
        arrive();
      }
    }
    pass(end);
  }

  private long nextNanos() {
    long next = Long.MAX_VALUE;
    for (Flight flight : flights) {
      next = Math.min(next, flight.arrivalNanos());
    }
    for (int self = 0; self < printed.length; self++) {
      next = Math.min(next, durableAt[self]);
      if (!cluster.node(self).isDown()) {
        next = Math.min(next, cluster.replica(self).nextWakeUpNanos());
      }
    }
    return Math.max(next, cluster.nowNanos());
  }

  private void pass(long toNanos) {
    cluster.elapseAsleep(toNanos - cluster.nowNanos());
    printAll();
  }

  /** Hands over the first message that is due. */
  private void arrive() {
    for (Flight flight : flights) {
      if (flight.arrivalNanos() <= cluster.nowNanos()) {
        flights.remove(flight);
        known.remove(flight.envelope());
        cluster.deliver(flight.envelope());
        printAll();
        return;
      }
    }
  }

  /** What was written lasts, and what waited for it leaves; returns whether a disk was due. */
  private boolean settleDisks() {
    boolean due = false;
    for (int self = 0; self < printed.length; self++) {
      if (durableAt[self] <= cluster.nowNanos()) {
        durableAt[self] = Long.MAX_VALUE;
        cluster.node(self).resumeDisk();
        cluster.node(self).stallDisk();
        printAll();
        due = true;
      }
    }
    return due;
  }

  private void printAll() {
    for (int self = 0; self < printed.length; self++) {
      printEffects(cluster.node(self));
    }
    printMessages();
  }

  private void printEffects(TestNode node) {
    List<Effect> effects = node.effects().all();
    int self = node.self();
    for (; printed[self] < effects.size(); printed[self]++) {
      Effect effect = effects.get(printed[self]);
      if (effect instanceof Effect.Stored stored) {
        printStored(self, stored);
      } else if (effect instanceof Effect.Sent sent && sent.whenDurable()) {
        // With nothing to be written before it, it leaves at once.
        durableAt[self] = Math.min(durableAt[self], lastDurableNanos(self));
      } else if (EffectText.of(effect) != null) {
        line("%d %s".formatted(self, EffectText.of(effect)));
      }
    }
  }

  private long lastDurableNanos(int self) {
    return durableAt[self] == Long.MAX_VALUE ? cluster.nowNanos() : durableAt[self];
  }

  // What the level does not keep is memory, of which there is another line.
  private void printStored(int self, Effect.Stored stored) {
    boolean kept = stored.record().isKeptAt(settings.durability());
    if (kept && durableAt[self] == Long.MAX_VALUE) {
      durableAt[self] = cluster.nowNanos() + DISK_NANOS;
    }
    if (!(stored.record() instanceof JournalRecord.DecidedUpTo)) {
      line("%d %s%s".formatted(self, stored, kept ? ", to disk" : ""));
    }
  }

  private void printMessages() {
    List<Envelope> left = new ArrayList<>();
    for (Envelope envelope : cluster.flying()) {
      if (known.stream().noneMatch(old -> old == envelope)) {
        left.add(envelope);
      }
    }
    for (int index = 0; index < left.size(); ) {
      int from = index;
      Message message = left.get(from).message();
      while (index < left.size() && left.get(index).message() == message) {
        index++;
      }
      printMessage(left.subList(from, index));
    }
  }

  private void printMessage(List<Envelope> copies) {
    StringBuilder to = new StringBuilder();
    StringBuilder missing = new StringBuilder();
    for (Envelope copy : copies) {
      to.append(to.isEmpty() ? "" : ",").append(copy.to());
      if (lost.test(copy) || cluster.node(copy.to()).isDown()) {
        missing.append(missing.isEmpty() ? "" : ",").append(copy.to());
        cluster.drop(flying -> flying == copy);
      } else {
        known.add(copy);
        boolean itself = copy.from() == copy.to();
        flights.add(new Flight(copy, cluster.nowNanos() + (itself ? 0 : LATENCY_NANOS)));
      }
    }
    String lostTo = missing.isEmpty() ? "" : "   (lost: " + missing + ")";
    Envelope first = copies.get(0);
    line("%d→%s %s%s".formatted(first.from(), to, MessageText.of(first.message()), lostTo));
  }

  private void line(String text) {
    double millis = (cluster.nowNanos() - beginNanos) / (double) Settings.MILLI;
    lines.add(String.format(Locale.ROOT, "t=%.1fms %s", millis, text));
  }
}
