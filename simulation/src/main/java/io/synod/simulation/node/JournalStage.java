package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Message;
import io.synod.core.message.Standing;
import io.synod.core.recovery.Durability;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/**
 * The journal's thread: group commit, one write at a time, of everything that was asked for before
 * it began. Messages wait for what was persisted before them. What the level does not keep waits
 * for what was persisted before it, and then is as durable as it gets.
 */
final class JournalStage {
  private final int self;
  private final World world;
  private final SimulatedNode node;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final Durability durability;
  private final long writeNanosMax;

  private final ArrayDeque<Persisted> facts = new ArrayDeque<>();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  // Invariant: durable <= writeEnd <= appended, and facts holds those from durable on.
  private long appended;
  private long durable;
  private long writeEnd;
  private Persisted unhurried;
  private boolean writing;
  private int stalls;
  private boolean stalled;

  private record Waiting(long facts, ReplicaSet to, Message message) {}

  JournalStage(SimulatedNode node, SimulatedProcess process, SplittableRandom random) {
    this.node = node;
    this.self = node.self();
    this.world = node.world();
    this.process = process;
    this.random = random;
    durability = node.settings().replica().recovery().durability();
    writeNanosMax = node.settings().pace().diskNanos();
  }

  /** No write ends until as many stalls are over. */
  void stall() {
    stalls++;
  }

  void endStall() {
    stalls--;
    if (stalls == 0 && stalled) {
      stalled = false;
      written();
    }
  }

  void persist(Persisted fact) {
    if (fact instanceof Persisted.DecidedUpTo) {
      // Nobody waits for it: it is written with what comes next.
      unhurried = durability.keeps(fact) ? fact : null;
      return;
    }
    if (unhurried != null && durability.keeps(fact)) {
      add(unhurried);
      unhurried = null;
    }
    add(fact);
    if (!writing) {
      settle();
    }
  }

  void sendWhenDurable(ReplicaSet to, Message message) {
    if (durable == appended || !world.errors().waits()) {
      world.tell(self, to, message);
    } else {
      waiting.add(new Waiting(appended, to, message));
    }
  }

  void cut(long slot) {
    node.storage().cut(slot);
  }

  /** The process dies: of a write that is under way any part may have reached the storage. */
  void die() {
    if (!writing) {
      return;
    }
    long end = durable + random.nextLong(1 + writeEnd - durable);
    for (; durable < end; durable++) {
      append(facts.poll());
    }
  }

  private void add(Persisted fact) {
    facts.add(fact);
    appended++;
  }

  /** Passes what needs no write, and begins one if something does. */
  private void settle() {
    while (!facts.isEmpty() && !durability.keeps(facts.peek())) {
      durable();
    }
    sendWaiting();
    if (process.isAlive() && !facts.isEmpty()) {
      write();
    }
  }

  private void write() {
    writing = true;
    writeEnd = appended;
    if (writeNanosMax == 0) {
      written();
    } else {
      process.after(1 + random.nextLong(1 + writeNanosMax), this::written);
    }
  }

  private void written() {
    if (stalls > 0) {
      stalled = true;
      return;
    }
    int left = (int) (writeEnd - durable);
    for (Persisted fact : facts) {
      if (left-- > 0) {
        append(fact);
      }
    }
    node.storage().force();
    while (durable < writeEnd) {
      durable();
    }
    writing = false;
    node.trap().durable();
    if (process.isAlive()) {
      settle();
    }
  }

  private void append(Persisted fact) {
    if (!durability.keeps(fact)) {
      return;
    }
    node.storage().append(fact);
    if (isJoin(fact)) {
      node.joinIsWritten();
    }
  }

  private void durable() {
    Persisted fact = facts.poll();
    durable++;
    world.checks().durable(self, fact);
    if (isJoin(fact)) {
      node.joinIsDurable();
    }
  }

  private static boolean isJoin(Persisted fact) {
    return fact instanceof Persisted.Joined joined && joined.standing() == Standing.MEMBER;
  }

  private void sendWaiting() {
    while (!waiting.isEmpty() && waiting.peek().facts <= durable) {
      Waiting ready = waiting.poll();
      world.tell(self, ready.to, ready.message);
    }
  }
}
