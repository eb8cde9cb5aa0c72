package io.synod.simulation.explore;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.simulation.check.BareEffects;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/** Passes every effect of a replica to the checks, then carries it out. */
final class LiveEffects extends BareEffects {
  private final Model model;
  private final ClusterChecks checks;
  private final Journal journal;
  private final IntConsumer network;
  private final ArrayDeque<Batch> delivered = new ArrayDeque<>();
  private long digest;
  private final List<Batch> proposals = new ArrayList<>();
  private int reported;
  private int proposing;
  private View led;
  private View preVotedFor;

  LiveEffects(int self, Model model, ClusterChecks checks, Journal journal, IntConsumer network) {
    super(self);
    this.model = model;
    this.checks = checks;
    this.journal = journal;
    this.network = network;
  }

  /** A new process: its service and its batcher are empty. */
  void begin() {
    delivered.clear();
    digest = 0;
    endLeadership();
  }

  /** The batcher closes a batch. */
  void proposes(Batch batch) {
    proposals.add(batch);
    proposing++;
  }

  /**
   * Checks the reports to the batcher: a leader must not report another replica's decision as its
   * own proposal, since the batcher would count a request as executed.
   *
   * @param isDecided whether a batch is decided in any slot
   */
  void checkReports(Predicate<Batch> isDecided) {
    if (reported > proposals.stream().filter(isDecided).count()) {
      throw new Violation(
          "replica %d reports %d of its %d proposals as decided, which are not",
          self, reported, proposals.size());
    }
  }

  private void endLeadership() {
    proposals.clear();
    reported = 0;
    proposing = 0;
  }

  int proposing() {
    return proposing;
  }

  /** The last view that it has pre-voted for. */
  View preVotedFor() {
    return preVotedFor;
  }

  List<Object> reports() {
    return List.of(List.copyOf(proposals), proposing, reported);
  }

  View led() {
    return led;
  }

  /** The service executes all delivered slots. */
  void execute() {
    for (Batch batch = delivered.poll(); batch != null; batch = delivered.poll()) {
      digest = Hash.mix(digest + 1 + model.number(batch));
      checks.executions().slot(self, checks.executions().executed(self), digest);
    }
  }

  /** A request for a snapshot is lost: there are none. */
  @Override
  public void send(ReplicaSet to, Message message) {
    if (message instanceof FetchSnapshot) {
      return;
    }
    checks.sends(self, message, false);
    for (int peer = 0; peer < model.replicas(); peer++) {
      if (to.contains(peer)) {
        network.accept(model.messages().number(new Envelope(self, peer, message)));
      }
    }
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    sendAfter(journal.pending(), to, message);
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    sendAfter(journal.promises(), to, message);
  }

  private void sendAfter(int facts, ReplicaSet to, Message message) {
    checks.sends(self, message, true);
    for (int peer = 0; peer < model.replicas(); peer++) {
      if (to.contains(peer)) {
        journal.sendAfter(facts, model.messages().number(new Envelope(self, peer, message)));
      }
    }
  }

  @Override
  public void persist(JournalRecord fact) {
    checks.persists(self, fact);
    journal.persist(fact);
  }

  @Override
  public void deliver(long slot, Batch batch) {
    checks.delivers(self, slot, batch);
    delivered.add(batch);
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    reported++;
    proposing--;
  }

  @Override
  public void observe(ProtocolEvent fact) {
    if (fact instanceof ProtocolEvent.PreVoting preVoting) {
      preVotedFor = preVoting.view();
    } else if (fact instanceof ProtocolEvent.Leading leading) {
      led = leading.view();
      endLeadership();
      checks.leads(self, leading.view(), 0);
    } else if (fact instanceof ProtocolEvent.SteppedDown) {
      endLeadership();
    } else if (fact instanceof ProtocolEvent.EnteredMembership entered) {
      endLeadership();
      checks.entered(self, entered.standing().equals("member"));
    } else if (fact instanceof ProtocolEvent.Joined) {
      checks.joined(self);
    }
  }

  @Override
  public void enter(Membership membership) {
    checks.enters(self, membership);
  }

  /** The operator may ask again; a refusal changes nothing. */
  @Override
  public void operatorAnswered(Object ticket, String failure) {}

  @Override
  public void stop(String reason) {
    checks.members().stops(self, reason);
  }

  @Override
  public void serveRead(Object ticket) {
    throw unexpected("a read");
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    throw unexpected("a read");
  }
}
