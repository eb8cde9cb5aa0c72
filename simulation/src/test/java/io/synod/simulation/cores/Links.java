package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.simulation.scheduler.Scheduler;
import java.util.List;
import java.util.SplittableRandom;

/** The network: messages are delayed, some of them for long, overtake each other, and are lost. */
final class Links {
  private static final long SHORT_NANOS_MIN = 20_000;
  private static final long SHORT_NANOS_MAX = 2_000_000;
  private static final long FAST_NANOS_MAX = 200_000;
  private static final long LONG_NANOS_MAX = 40_000_000;
  private static final long HIDDEN_NANOS_MAX = 200_000_000;

  private static final int NOBODY = -1;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final List<CoreReplica> replicas;
  private final long usualNanosMax;
  private final double late;
  private final double lost;

  // By sender, then by receiver.
  private final long[][] cutUntil;

  private boolean hidesNext;
  private int hidden = NOBODY;
  private Gate gate = Gate.OPEN;

  // Whether messages of a crashed replica may still arrive before it starts again.
  private final boolean outlive;

  /** Sees every message when it is sent, also those of a replica to itself. */
  interface Gate {
    Gate OPEN = (from, to, message) -> true;

    /** Whether it is not lost. */
    boolean passes(int from, int to, Message message);
  }

  /**
   * @param replicas are added later, by number
   * @param outlive whether messages of a crashed replica may still arrive before it starts again
   */
  Links(
      Scheduler scheduler,
      SplittableRandom random,
      List<CoreReplica> replicas,
      int count,
      boolean outlive) {
    this.scheduler = scheduler;
    this.random = random;
    this.replicas = replicas;
    this.outlive = outlive;
    usualNanosMax = random.nextBoolean() ? FAST_NANOS_MAX : SHORT_NANOS_MAX;
    late = random.nextDouble(0.15);
    lost = random.nextDouble(0.05);
    cutUntil = new long[count][count];
  }

  void send(int from, ReplicaSet to, Message message) {
    for (int peer = to.first(); peer < ReplicaSet.NUMBERS; peer = to.after(peer)) {
      send(from, peer, message);
    }
  }

  /** From now on each message must pass it too. */
  void gate(Gate next) {
    gate = next;
  }

  private void send(int from, int to, Message message) {
    boolean passes = gate.passes(from, to, message);
    if (from == to) {
      deliver(0, from, to, message);
    } else if (passes && scheduler.now() >= cutUntil[from][to] && random.nextDouble() >= lost) {
      deliver(delayNanos(), from, to, message);
    }
  }

  /**
   * What is under way is lost when either end crashes: their connection is. What its sender has
   * written before may still be read, until a new connection replaces that one.
   */
  private void deliver(long delayNanos, int from, int to, Message message) {
    CoreReplica receiver = replicas.get(to);
    CoreReplica sender = replicas.get(from);
    int receiving = receiver.life();
    int sending = sender.life();
    scheduler.after(
        delayNanos,
        () -> {
          boolean isConnected = sender.life() == sending || outlive && !sender.isUp();
          if (receiver.life() == receiving && isConnected) {
            receiver.receive(from, message);
          }
        });
  }

  private long delayNanos() {
    return random.nextDouble() < late
        ? random.nextLong(SHORT_NANOS_MAX, LONG_NANOS_MAX)
        : random.nextLong(SHORT_NANOS_MIN, usualNanosMax);
  }

  /** Messages of the next candidate reach no replica until another one leads. */
  void hideNextCandidate() {
    hidesNext = true;
  }

  /** The replica becomes a candidate; its Prepares are not sent yet. */
  void becomesCandidate(int candidate) {
    if (hidesNext) {
      hidesNext = false;
      hidden = candidate;
      for (int peer = 0; peer < cutUntil.length; peer++) {
        cut(candidate, peer, HIDDEN_NANOS_MAX);
      }
    }
  }

  /** The replica leads: soon the hidden candidate's messages reach all others. */
  void becomesLeader(int leader) {
    if (hidden != NOBODY && hidden != leader) {
      for (int peer = 0; peer < cutUntil.length; peer++) {
        cut(hidden, peer, peer == leader ? HIDDEN_NANOS_MAX : random.nextLong(LONG_NANOS_MAX));
      }
    }
    hidden = NOBODY;
  }

  /** Cuts one direction of a link, for so long from now on. */
  void cut(int from, int to, long forNanos) {
    cutUntil[from][to] = scheduler.now() + forNanos;
  }
}
