package io.synod.simulation.check;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Message;
import io.synod.core.message.Vote;
import java.util.function.LongFunction;

/**
 * Watches a whole cluster from outside and throws a {@link Violation} at the first event after
 * which something does not hold that must. Told of every effect of every replica, in the order in
 * which they happen.
 */
public final class ClusterChecks {
  private final Decisions decisions;
  private final Acceptors acceptors;
  private final Proposals proposals;
  private final Progress progress;
  private final Executions executions;
  private final Followers followers;
  private final Members members;
  private final SentMessages sent;
  private final LearnerChecks learners;
  private final Quorums quorums;
  // The latest view that was led when a replica's process began.
  private final View[] ledBefore;

  /**
   * @param window WND
   * @param backlogSlots slots that may wait for a replica's service
   * @param electionTimeoutNanos after this long without a quorum nobody leads on
   */
  public ClusterChecks(Quorums quorums, int window, int backlogSlots, long electionTimeoutNanos) {
    this(quorums, window, backlogSlots, electionTimeoutNanos, 0);
  }

  /**
   * As above.
   *
   * @param learnerCount how many follow without a vote
   */
  public ClusterChecks(
      Quorums quorums, int window, int backlogSlots, long electionTimeoutNanos, int learnerCount) {
    this.quorums = quorums;
    int replicas = quorums.replicas();
    ledBefore = new View[replicas];
    decisions = new Decisions(quorums.phase2());
    acceptors = new Acceptors(replicas, decisions);
    proposals = new Proposals(replicas, window);
    progress = new Progress(replicas, window, backlogSlots, acceptors);
    executions = new Executions(replicas + learnerCount);
    learners = new LearnerChecks(replicas, learnerCount, decisions);
    followers = new Followers(quorums, electionTimeoutNanos);
    members = new Members(replicas);
    sent = new SentMessages(acceptors, proposals, decisions, executions, members);
  }

  /** What those must do who follow without a vote. */
  public LearnerChecks learners() {
    return learners;
  }

  /** A process of {@code replica} has read its disk, and has a fact that was not durable yet. */
  public void survives(int replica, JournalRecord fact) {
    if (acceptors.isNews(replica, fact)) {
      durable(replica, fact);
    }
  }

  /**
   * A process of {@code replica} starts.
   *
   * @param known what it knows of a slot
   */
  public void begins(int replica, Beginning beginning, LongFunction<Vote> known) {
    ledBefore[replica] = proposals.latest();
    members.begins(replica, beginning);
    acceptors.begins(replica, beginning, known);
    progress.begins(replica, beginning);
  }

  /** The memory of a new process of {@code replica} is empty; what it restores is told next. */
  public void starts(int replica) {
    executions.begins(replica);
  }

  /** {@code replica} takes part from now on. */
  public void joined(int replica) {
    if (!members.takesPart(replica)) {
      acceptors.joins(replica);
    }
    members.joined(replica);
  }

  /** {@code replica} says that its memory is a new one. */
  public void announces(int replica, long epoch) {
    members.announces(replica, epoch);
  }

  /** {@code replica} takes part in this epoch. */
  public void takesPart(int replica, long epoch) {
    members.takesPart(replica, epoch);
  }

  /**
   * {@code replica} is about to take part again without its memory. By then it must have made up
   * for all that its forgotten votes and promises were needed for.
   *
   * @param decided every slot before this one it knows to be decided
   */
  public void rejoins(int replica, long decided) {
    if (members.takesPart(replica)) {
      return;
    }
    if (acceptors.promised(replica).isBefore(ledBefore[replica])) {
      throw new Violation(
          "replica %d joins having promised %s; view %s was led before",
          replica, acceptors.promised(replica), ledBefore[replica]);
    }
    if (decided < decisions.chosenEndWith(replica)) {
      throw new Violation(
          "replica %d joins knowing decisions up to %d; its votes have chosen up to %d",
          replica, decided, decisions.chosenEndWith(replica));
    }
  }

  /** {@code replica} ends because another memory has announced a later epoch in its place. */
  public void replaced(int replica) {
    members.replaced(replica);
  }

  /** {@code replica} has stopped by itself. */
  public void stops(int replica, String reason) {
    members.stops(replica, reason);
  }

  /** Whether {@code replica} has stopped by itself. */
  public boolean hasStopped(int replica) {
    return members.hasStopped(replica);
  }

  /** Whether any replica has. */
  public boolean hasAnyStopped() {
    return members.hasAnyStopped();
  }

  /** A client may leave out sequences that it has given up. */
  public void allowGaps() {
    executions.allowGaps();
  }

  /** From now on who has lost more than the quorums allow may stop. */
  public void tooManyAreLost() {
    members.tooManyAreLost();
  }

  /** {@code replica} asks its service to go on from a stored snapshot. */
  public void restores(int replica, long end) {
    progress.restores(replica, end);
  }

  /** The service of {@code replica} has. */
  public void restored(int replica, long end, long digest) {
    executions.restored(replica, end, digest);
  }

  /** A message leaves {@code replica}: it has waited for what it had to wait for. */
  public void tells(int replica, Message message) {
    acceptors.tells(replica, message, executions.executed(replica));
  }

  /** From now on nobody takes the lead who does not have it. */
  public void leadersAreSettled() {
    proposals.leadersAreSettled();
  }

  /** From now on no slot is opened that was not opened before. */
  public void nothingIsProposed() {
    proposals.nothingIsProposed();
  }

  /** {@code replica} takes the lead. */
  public void leads(int replica, View view, long nowNanos) {
    checkElected(replica, view);
    proposals.leads(replica, view);
    followers.leads(replica, nowNanos);
  }

  /** Who takes part and has not promised {@code view} may have given a vote that nobody told. */
  private void checkElected(int replica, View view) {
    int promised = 0;
    for (int peer = 0; peer < quorums.replicas(); peer++) {
      boolean free = members.takesPart(peer) && acceptors.promised(peer).isBefore(view);
      promised += free ? 0 : 1;
    }
    if (promised < quorums.phase1()) {
      throw new Violation(
          "replica %d leads %s, which %d replicas have promised: quorum of %d",
          replica, view, promised, quorums.phase1());
    }
  }

  /** {@code replica} goes on after a standstill, and may wait for signs of its followers anew. */
  public void resumes(int replica, long nowNanos) {
    followers.leads(replica, nowNanos);
  }

  /** A message from {@code from} arrives at {@code replica}. */
  public void receives(int replica, int from, long nowNanos) {
    followers.receives(replica, from, nowNanos);
  }

  /**
   * @param whenDurable whether the message waits for what was persisted before it
   */
  public void sends(int replica, Message message, boolean whenDurable) {
    sent.check(replica, message, whenDurable);
  }

  public void persists(int replica, JournalRecord fact) {
    acceptors.persisted(replica, fact);
    if (fact instanceof JournalRecord.Voted voted) {
      progress.keeps(replica, voted.slot(), executions.executed(replica));
    } else if (fact instanceof JournalRecord.Learnt learnt) {
      decisions.decided(replica, learnt.slot(), learnt.batch());
    } else if (fact instanceof JournalRecord.DecidedUpTo decided) {
      decisions.decidedUpTo(replica, decided.end());
    }
  }

  /** {@code fact} is on the disk of {@code replica}. */
  public void durable(int replica, JournalRecord fact) {
    acceptors.durable(replica, fact);
    if (fact instanceof JournalRecord.Voted voted) {
      decisions.voted(replica, voted.view(), voted.slot(), voted.batch());
    }
  }

  public void delivers(int replica, long slot, Batch batch) {
    progress.delivers(replica, slot, executions.executed(replica));
    decisions.decided(replica, slot, batch);
  }

  public void stepped(int replica, ReplicaState state, long nowNanos) {
    if (state.leads()) {
      followers.leadsOn(replica, nowNanos);
    }
    progress.stepped(replica, state, executions.executed(replica));
    decisions.decidedUpTo(replica, state.decided());
    progress.keeps(replica, state.decided() - 1, executions.executed(replica));
  }

  /** The service of {@code replica} has executed a request. */
  public void executes(int replica, long session, long sequence, Answer answer) {
    executions.request(replica, session, sequence, answer);
  }

  /**
   * {@code replica} has executed all of {@code slot}, which brought its state to {@code digest}.
   */
  public void executed(int replica, long slot, long digest) {
    executions.slot(replica, slot, digest);
  }

  /** A client was told that its request was executed. */
  public void acknowledged(long session, long sequence, Answer answer, long now) {
    executions.acknowledged(session, sequence, answer, now);
  }

  /** A client was told that its request was not executed, and will not be. */
  public void failed(long session, long sequence) {
    executions.failed(session, sequence);
  }

  /** What a linearizable read that arrives now must see: every slot before this one. */
  public long acknowledgedEnd() {
    return executions.acknowledgedEnd();
  }

  /** What a read must see that may be as old as that moment: every slot before this one. */
  public long acknowledgedEnd(long atNanos) {
    return executions.acknowledgedEnd(atNanos);
  }

  /**
   * {@code replica} answers a read on the state that it has executed.
   *
   * @param mustSee {@link #acknowledgedEnd} when the read arrived
   */
  public void reads(int replica, long mustSee) {
    executions.reads(replica, mustSee);
  }

  /** Null if the request was executed nowhere. */
  public Answer answer(long session, long sequence) {
    return executions.answer(session, sequence);
  }

  /** What {@code replica} said of itself after its last step. */
  public ReplicaState state(int replica) {
    return progress.state(replica);
  }

  /** {@code replica} has executed every slot before this one. */
  public long executed(int replica) {
    return executions.executed(replica);
  }

  /** Requests that were executed, each counted once for all replicas. */
  public int requests() {
    return executions.requests();
  }
}
