package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Message;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/**
 * A disk with group commit: one write at a time, of everything that was asked for before it began.
 * Messages wait for what was written before them.
 */
final class SimulatedJournal {
  private final int self;
  private final World world;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final long writeNanosMax;

  private final ArrayDeque<Persisted> facts = new ArrayDeque<>();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  // Invariant: durable <= written, and facts holds those between.
  private long written;
  private long durable;
  private boolean writing;
  private int stalls;
  private long stalledEnd = -1;

  private record Waiting(long written, ReplicaSet to, Message message) {}

  SimulatedJournal(
      int self,
      World world,
      SimulatedProcess process,
      SplittableRandom random,
      long writeNanosMax) {
    this.self = self;
    this.world = world;
    this.process = process;
    this.random = random;
    this.writeNanosMax = writeNanosMax;
  }

  /** No write ends until as many stalls are over. */
  void stall() {
    stalls++;
  }

  void endStall() {
    stalls--;
    if (stalls == 0 && stalledEnd >= 0) {
      long end = stalledEnd;
      stalledEnd = -1;
      written(end);
    }
  }

  void persist(Persisted fact) {
    facts.add(fact);
    written++;
    if (writing) {
      return;
    }
    writing = true;
    if (writeNanosMax == 0) {
      written(written);
    } else {
      write();
    }
  }

  void sendWhenDurable(ReplicaSet to, Message message) {
    if (durable == written) {
      world.peers().send(self, to, message);
    } else {
      waiting.add(new Waiting(written, to, message));
    }
  }

  private void write() {
    long end = written;
    process.after(1 + random.nextLong(1 + writeNanosMax), () -> written(end));
  }

  private void written(long end) {
    if (stalls > 0) {
      stalledEnd = end;
      return;
    }
    for (; durable < end; durable++) {
      world.checks().durable(self, facts.poll());
    }
    while (!waiting.isEmpty() && waiting.peek().written <= durable) {
      Waiting ready = waiting.poll();
      world.peers().send(self, ready.to, ready.message);
    }
    writing = durable < written;
    if (writing) {
      write();
    }
  }
}
