package io.synod.simulation.explore;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.StandbyReport;
import java.util.BitSet;

/** Brings a cluster to the start of an exploration. */
final class Prologue {
  private final Model model;
  private final LiveCluster cluster;
  private final ReplicaSet everyone;

  /** Enough replicas to elect a leader and to decide, without replica 0. */
  private final ReplicaSet behindItsBack;

  private Prologue(Model model, LiveCluster cluster) {
    this.model = model;
    this.cluster = cluster;
    everyone = ReplicaSet.all(model.bound().replicas());
    ReplicaSet first = ReplicaSet.all(Math.min(everyone.size(), 1 + model.quorums().electable()));
    behindItsBack = first.without(ReplicaSet.of(0));
  }

  static LiveCluster begin(Model model, LiveCluster.Witness witness) {
    LiveCluster cluster = new LiveCluster(model, witness);
    Prologue prologue = new Prologue(model, cluster);
    Start start = model.bound().start();
    if (start.compareTo(Start.ELECTED) >= 0) {
      prologue.elect(0, prologue.everyone);
    }
    if (start.compareTo(Start.SUSPECTED) >= 0) {
      prologue.suspect();
    }
    if (start.compareTo(Start.SUPERSEDED) >= 0) {
      prologue.elect(1, prologue.behindItsBack);
    }
    if (start.compareTo(Start.OVERTAKEN) >= 0) {
      prologue.overtake();
    }
    if (start.compareTo(Start.ELECTED) >= 0 && model.bound().changes() > 0) {
      prologue.report();
    }
    return cluster;
  }

  /** Undelivered messages are lost. */
  private void elect(int replica, ReplicaSet connected) {
    choose(Choice.Kind.TIMER, replica, 0);
    settle(connected);
    cluster.inFlight().clear();
  }

  private void suspect() {
    for (int follower = 1; follower < everyone.size(); follower++) {
      choose(Choice.Kind.LEADER_LOST, follower, 0);
    }
  }

  /** The standby has shown itself to replica 0; its reports to the others are in flight. */
  private void report() {
    choose(Choice.Kind.TIMER, model.standby(), 0);
    deliver(model.standby(), 0, StandbyReport.class);
  }

  /** Messages that are not delivered here are in flight when the exploration begins. */
  private void overtake() {
    int request = model.bound().requests() + 1;
    choose(Choice.Kind.PROPOSE, 0, request);
    settle(everyone.without(behindItsBack));
    choose(Choice.Kind.PROPOSE, 1, request + 1);
    settle(behindItsBack);
    choose(Choice.Kind.TIMER, 1, 0);
    settle(behindItsBack);
    choose(Choice.Kind.LEADER_LOST, 2, 0);
    choose(Choice.Kind.TIMER, 2, 0);
    deliver(2, 0, PreVote.class);
    choose(Choice.Kind.TIMER, 0, 0);
  }

  /** Delivers each message between connected replicas once, until there are no more. */
  private void settle(ReplicaSet connected) {
    BitSet delivered = new BitSet();
    BitSet inFlight = cluster.inFlight();
    int next = inFlight.nextSetBit(0);
    while (next >= 0) {
      Envelope envelope = model.messages().at(next);
      boolean arrives = connected.contains(envelope.from()) && connected.contains(envelope.to());
      if (arrives && !delivered.get(next)) {
        delivered.set(next);
        choose(Choice.Kind.DELIVER, envelope.to(), next);
        next = -1;
      }
      next = inFlight.nextSetBit(next + 1);
    }
  }

  private void deliver(int from, int to, Class<? extends Message> type) {
    int[] inFlight = cluster.inFlight().stream().toArray();
    for (int message : inFlight) {
      Envelope envelope = model.messages().at(message);
      if (envelope.from() == from && envelope.to() == to && type.isInstance(envelope.message())) {
        choose(Choice.Kind.DELIVER, to, message);
      }
    }
  }

  private void choose(Choice.Kind kind, int replica, int argument) {
    cluster.apply(Choice.pack(kind, replica, argument));
    cluster.flushAll();
  }
}
