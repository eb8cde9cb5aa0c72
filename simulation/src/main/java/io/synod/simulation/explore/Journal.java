package io.synod.simulation.explore;

import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;
import io.synod.simulation.check.ClusterChecks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * The persisted records of one replica, and the messages that wait for them. The disk has no
 * timing: records become durable when an event depends on them.
 */
final class Journal {
  private final int self;
  private final Model model;
  private final ClusterChecks checks;
  private final IntConsumer network;
  private final List<JournalRecord> durable = new ArrayList<>();
  private final List<JournalRecord> pending = new ArrayList<>();
  // Ordered by the records that they wait for, then by message; each message once, as early as
  // it may leave.
  private final TreeSet<Waiting> waiting =
      new TreeSet<>(Comparator.comparingInt(Waiting::facts).thenComparingInt(Waiting::message));

  /**
   * A message that has not left yet.
   *
   * @param facts number of pending records that must be durable first
   */
  record Waiting(int message, int facts) {}

  /**
   * @param network receives the messages that no longer wait
   */
  Journal(int self, Model model, ClusterChecks checks, IntConsumer network) {
    this.self = self;
    this.model = model;
    this.checks = checks;
    this.network = network;
    if (self != model.standby()) {
      durable.add(model.formed());
    }
  }

  void persist(JournalRecord fact) {
    pending.add(fact);
  }

  /**
   * @param facts number of pending records that must be durable before {@code message} leaves
   */
  void sendAfter(int facts, int message) {
    if (facts == 0) {
      send(message);
    } else if (factsBefore(message) == 0) {
      waiting.add(new Waiting(message, facts));
    }
  }

  /** The number of pending records that are durable once all pending promises are. */
  int promises() {
    for (int facts = pending.size(); facts > 0; facts--) {
      JournalRecord last = pending.get(facts - 1);
      if (last instanceof JournalRecord.Promised || last instanceof JournalRecord.Joined) {
        return facts;
      }
    }
    return 0;
  }

  private void send(int message) {
    checks.reveals(self, model.messages().at(message).message());
    network.accept(message);
  }

  /** The number of pending records that {@code message} waits for; 0 if it does not wait. */
  int factsBefore(int message) {
    for (Waiting one : waiting) {
      if (one.message == message) {
        return one.facts;
      }
    }
    return 0;
  }

  int pending() {
    return pending.size();
  }

  Collection<Waiting> waiting() {
    return waiting;
  }

  List<JournalRecord> durable() {
    return durable;
  }

  List<JournalRecord> pendingFacts() {
    return pending;
  }

  /** The first {@code facts} pending records become durable. */
  void flush(int facts) {
    for (JournalRecord fact : pending.subList(0, facts)) {
      durable.add(fact);
      checks.durable(self, fact);
    }
    pending.subList(0, facts).clear();
    List<Waiting> before = List.copyOf(waiting);
    waiting.clear();
    for (Waiting one : before) {
      if (one.facts <= facts) {
        send(one.message);
      } else {
        waiting.add(new Waiting(one.message, one.facts - facts));
      }
    }
  }

  /** The machine crashes; the first {@code survivors} pending records were durable. */
  void crash(int survivors) {
    for (JournalRecord fact : pending.subList(0, survivors)) {
      durable.add(fact);
      checks.durable(self, fact);
    }
    pending.clear();
    waiting.clear();
  }

  /** Whether what is durable says that this replica is or was a member. */
  boolean isMember() {
    return durable.stream().anyMatch(JournalRecord.Joined.class::isInstance);
  }

  Recovered recovered() {
    Recovered recovered = new Recovered(Model.nonce(self), 0);
    for (JournalRecord fact : durable) {
      fact.visit(recovered);
    }
    return recovered;
  }
}
