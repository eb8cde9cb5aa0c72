package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Standing;
import io.synod.core.settings.Durability;
import io.synod.simulation.storage.Storage;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The journal's thread: group commit, one write at a time, of everything that was asked for before
 * it began. Messages wait for what was persisted before them. What the level does not keep waits
 * for what was persisted before it, and then is as durable as it gets.
 */
final class JournalStage {
  private static final long RETRY_NANOS = 30_000_000;

  private final int self;
  private final World world;
  private final ModelledNode node;
  private final Storage storage;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final Durability durability;
  private final long writeNanosMax;
  private final Consumer<Event> events;

  private final ArrayDeque<Persisted> facts = new ArrayDeque<>();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  // Invariant: durable <= appended, queued <= appended, and facts holds those from durable on.
  private long appended;
  private long queued;
  private long durable;
  // Of those that the storage counts: how many it says are durable, and of how many that was told.
  private long stored;
  private long storedTold;
  private Persisted unhurried;
  private boolean writing;
  private boolean full;
  private boolean retries;
  private int stalls;
  private boolean stalled;

  private record Waiting(long facts, ReplicaSet to, Message message) {}

  /**
   * @param events where the protocol is told of space
   */
  JournalStage(
      ModelledNode node,
      SimulatedProcess process,
      SplittableRandom random,
      Consumer<Event> events) {
    this.node = node;
    this.self = node.self();
    this.world = node.world();
    this.storage = node.storage();
    this.process = process;
    this.random = random;
    this.events = events;
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
      unhurried = fact.isKeptAt(durability) ? fact : null;
      return;
    }
    if (unhurried != null && fact.isKeptAt(durability)) {
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
      tell(to, message);
    } else {
      waiting.add(new Waiting(appended, to, message));
    }
  }

  void cut(long slot) {
    storage.cut(slot);
  }

  /** The process dies, perhaps in the middle of a write. */
  void die() {
    if (writing) {
      storage.commitPartly(this::queue);
    }
  }

  /** Looks whether there is space. */
  void checkSpace() {
    retries = false;
    if (!writing) {
      writing = true;
      written();
    }
  }

  private void add(Persisted fact) {
    facts.add(fact);
    appended++;
  }

  /** Tells what is durable, and begins a write if something else is to be. */
  private void settle() {
    while (!facts.isEmpty() && isDurable(facts.peek())) {
      durable();
    }
    node.trap().durable();
    if (!process.isAlive()) {
      return;
    }
    sendWaiting();
    if (queued < appended && !facts.isEmpty()) {
      write();
    }
  }

  /** Of the first fact; the storage does not count decided ends. */
  private boolean isDurable(Persisted fact) {
    if (!fact.isKeptAt(durability)) {
      return true;
    }
    return fact instanceof Persisted.DecidedUpTo ? durable < queued : storedTold < stored;
  }

  private void write() {
    writing = true;
    long slowNanos = node.slowDiskNanos();
    if (writeNanosMax == 0 && slowNanos == 0) {
      written();
    } else {
      queue();
      process.after(1 + random.nextLong(1 + writeNanosMax) + slowNanos, this::written);
    }
  }

  private void written() {
    if (stalls > 0) {
      stalled = true;
      return;
    }
    if (writeNanosMax == 0) {
      queue();
    }
    stored = storage.commit();
    writing = false;
    noticeSpace();
    settle();
  }

  /** Hands over to the storage what the next write is to be of. */
  private void queue() {
    long skipped = queued - durable;
    for (Persisted fact : facts) {
      if (skipped-- <= 0 && fact.isKeptAt(durability)) {
        storage.append(fact);
        if (isJoin(fact)) {
          node.memory().joinIsWritten();
        }
      }
    }
    queued = appended;
  }

  private void noticeSpace() {
    if (storage.isFull() != full) {
      full = storage.isFull();
      events.accept(new Event.StorageFull(full));
    }
    if (full && !retries) {
      retries = true;
      process.after(RETRY_NANOS, this::checkSpace);
    }
  }

  private void durable() {
    Persisted fact = facts.poll();
    durable++;
    queued = Math.max(queued, durable);
    storedTold += fact.isKeptAt(durability) && !(fact instanceof Persisted.DecidedUpTo) ? 1 : 0;
    world.checks().durable(self, fact);
    if (isJoin(fact)) {
      node.memory().joinIsDurable();
    }
  }

  private static boolean isJoin(Persisted fact) {
    return fact instanceof Persisted.Joined joined && joined.standing() == Standing.MEMBER;
  }

  private void tell(ReplicaSet to, Message message) {
    world.tell(self, to, message);
    if (message instanceof Promise) {
      node.trap().comes(Moment.PROMISING);
    }
  }

  private void sendWaiting() {
    while (!waiting.isEmpty() && waiting.peek().facts <= durable) {
      Waiting ready = waiting.poll();
      tell(ready.to, ready.message);
    }
  }
}
