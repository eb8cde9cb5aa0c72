package io.synod.simulation.check;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.effect.ProtocolEvent.TransferReason;
import io.synod.core.membership.Membership;
import io.synod.core.message.Message;
import io.synod.core.message.Vote;
import io.synod.core.recovery.SurvivingLog;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.settings.SessionSettings;
import io.synod.simulation.storage.KeptState;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Observes a whole cluster from outside and throws a {@link Violation} at the first event that
 * breaks an invariant. Called for every effect of every replica, in their order.
 */
public final class ClusterChecks {
  private final Decisions decisions;
  private final Acceptors acceptors;
  private final Proposals proposals;
  private final Progress progress;
  private final Executions executions;
  private final Followers followers;
  private PriorityChecks priorities;
  private final Members members;
  private final SentMessages sent;
  private final LearnerChecks learners;
  private final ChosenMemberships memberships;
  private final SessionLimitChecks limits = new SessionLimitChecks();
  // One for each number up to the highest one of a replica.
  private final int places;
  // The latest view that had a leader when a replica's process began.
  private final View[] ledBefore;

  /**
   * @param window WND
   * @param backlogSlots slots that may wait for a replica's service
   * @param electionTimeoutNanos without a quorum for several of these a leader must step down
   */
  public ClusterChecks(Quorums quorums, int window, int backlogSlots, long electionTimeoutNanos) {
    this(
        quorums.members(),
        Membership.of(quorums, window),
        new Slots.Most(window, backlogSlots),
        electionTimeoutNanos,
        0,
        true);
  }

  /**
   * With standbys and learners.
   *
   * @param settings of any replica
   * @param replicas the numbers of all of them, standbys included
   * @param learnerCount number of learners
   */
  public static ClusterChecks of(
      ReplicaSettings settings, ReplicaSet replicas, long electionTimeoutNanos, int learnerCount) {
    ClusterChecks checks =
        new ClusterChecks(
            replicas,
            settings.membership(),
            new Slots.Most(settings.pipeline().window(), settings.learner().backlogSlots()),
            electionTimeoutNanos,
            learnerCount,
            settings.recovery().durability().keepsVotes());
    checks.use(settings.election().priorities());
    return checks;
  }

  private ClusterChecks(
      ReplicaSet numbers,
      Membership first,
      Slots.Most most,
      long electionTimeoutNanos,
      int learnerCount,
      boolean votesAreKept) {
    places = numbers.end();
    int window = most.window();
    memberships = new ChosenMemberships(places + learnerCount, first, votesAreKept);
    ledBefore = new View[places];
    decisions = new Decisions(memberships);
    acceptors = new Acceptors(places, decisions);
    members = new Members(places);
    proposals = new Proposals(places, window, memberships);
    progress =
        new Progress(places, window, most.backlog(), acceptors, decisions, memberships, members);
    executions = new Executions(places + learnerCount);
    learners = new LearnerChecks(places, learnerCount, decisions);
    followers = new Followers(places, memberships, electionTimeoutNanos);
    priorities = new PriorityChecks(places, PrioritySettings.NONE);
    sent = new SentMessages(acceptors, proposals, decisions, executions, members, memberships);
  }

  /** The replicas have these priorities. */
  public void use(PrioritySettings these) {
    priorities = new PriorityChecks(places, these);
  }

  /** The checks of services. */
  public Executions executions() {
    return executions;
  }

  /** The checks of who is a member. */
  public Members members() {
    return members;
  }

  /** The checks of learners. */
  public LearnerChecks learners() {
    return learners;
  }

  /**
   * A process of {@code replica} has read its disk, and found a record that was not durable before.
   */
  public void survives(int replica, JournalRecord fact) {
    if (fact instanceof JournalRecord.DecidedUpTo decided) {
      memberships.keeps(replica, decided.end());
    }
    if (acceptors.isNews(replica, fact)) {
      durable(replica, fact);
    }
  }

  /**
   * A process of {@code replica} starts.
   *
   * @param known its vote in a slot
   */
  public void begins(int replica, Beginning beginning, LongFunction<Vote> known) {
    ledBefore[replica] = proposals.latest();
    members.begins(replica, beginning);
    memberships.begins(replica, beginning, known);
    acceptors.begins(replica, beginning, known);
    progress.begins(replica, beginning);
  }

  /** {@code replica} is a member from now on. */
  public void joined(int replica) {
    if (!members.isMember(replica)) {
      acceptors.joins(replica);
    }
    members.joined(replica);
  }

  /** {@code replica} has entered {@code membership}, or begins in it. */
  public void enters(int replica, Membership membership) {
    memberships.entered(replica, membership);
    decisions.decidedUpTo(replica, membership.first());
  }

  /** Whether {@code replica} is a member of the membership that it has entered, without joining. */
  public void entered(int replica, boolean isMember) {
    if (isMember) {
      members.joined(replica);
    } else {
      members.left(replica);
    }
  }

  /** The membership of this number that replicas have entered; null if none has. */
  public Membership membership(long number) {
    return memberships.of(number);
  }

  /** The newest membership that a replica has entered. */
  public Membership membership() {
    return memberships.latest();
  }

  /**
   * {@code replica} is about to become a member again without its old state. By then it must have
   * made up for all its forgotten votes and promises.
   *
   * @param decided it knows every slot before this one as decided
   */
  public void rejoins(int replica, long decided) {
    if (members.isMember(replica)) {
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

  /** The service of {@code replica} has thrown at a request of {@code slot}, and waits. */
  public void halts(int replica, long slot) {
    progress.halts(replica, slot);
  }

  /** The protocol of {@code replica} learns that its service has executed the slots before that. */
  public void learnsExecuted(int replica, long end) {
    progress.learnsExecuted(replica, end);
  }

  /** {@code replica} has its service restore a stored snapshot. */
  public void restores(int replica, long end) {
    progress.restores(replica, end);
  }

  /** The service of {@code replica} has restored it. */
  public void restored(int replica, long end, long digest) {
    memberships.keeps(replica, end);
    executions.restored(replica, end, digest);
  }

  /** As {@link #restored}; but the service that gave it had halted in the last slot. */
  public void restoredInPart(int replica, long end) {
    memberships.keeps(replica, end);
    executions.restoredInPart(replica, end);
  }

  /** A message leaves {@code replica}, after the records that it waited for are durable. */
  public void reveals(int replica, Message message) {
    acceptors.reveals(replica, message, executions.executed(replica));
  }

  /** From now on no other replica may become leader. */
  public void leadersAreSettled() {
    proposals.leadersAreSettled();
  }

  /** From now on no further slot is opened. */
  public void nothingIsProposed() {
    proposals.nothingIsProposed();
  }

  /** The leader of {@code view} prepares another replica to lead. */
  public void transfers(int replica, ProtocolEvent.Transferring transfer, long nowNanos) {
    proposals.transfers(replica, transfer.view());
    if (transfer.reason() == TransferReason.PRIORITY) {
      priorities.transfers(replica, transfer.target(), memberships.of(transfer.view()), nowNanos);
    }
  }

  /** It leads on. */
  public void transferFailed(int replica) {
    proposals.transferFailed(replica);
    priorities.transferFailed(replica);
  }

  /** {@code replica} becomes leader. */
  public void leads(int replica, View view, long nowNanos) {
    checkElected(replica, view);
    proposals.leads(replica, view);
    followers.leads(replica, nowNanos);
    priorities.leads(replica, nowNanos);
  }

  /** Every member that has not promised {@code view} may have sent an unknown vote. */
  private void checkElected(int replica, View view) {
    int promised = 0;
    int quorum = memberships.quorums(view).phase1();
    for (int peer : memberships.members(view).numbers()) {
      boolean free = members.isMember(peer) && acceptors.promised(peer).isBefore(view);
      promised += free ? 0 : 1;
    }
    if (promised < quorum) {
      throw new Violation(
          "replica %d leads %s, which %d replicas have promised: quorum of %d",
          replica, view, promised, quorum);
    }
  }

  /** {@code replica} resumes after a pause, and may wait for its followers' messages again. */
  public void resumes(int replica, long nowNanos) {
    followers.leads(replica, nowNanos);
  }

  /** A message from {@code from} arrives at {@code replica}. */
  public void receives(int replica, int from, long nowNanos) {
    followers.receives(replica, from, nowNanos);
  }

  /**
   * @param whenDurable whether the message waits for all records persisted before it
   */
  public void sends(int replica, Message message, boolean whenDurable) {
    sent.check(replica, message, whenDurable);
  }

  public void persists(int replica, JournalRecord fact) {
    acceptors.persisted(replica, fact);
    if (fact instanceof JournalRecord.Promised promised) {
      memberships.checkPromise(replica, promised.view());
    }
    if (fact instanceof JournalRecord.Voted voted) {
      progress.keeps(replica, voted.slot(), executions.executed(replica));
    } else if (fact instanceof JournalRecord.Learnt learnt) {
      decisions.decided(replica, learnt.slot(), learnt.batch());
    } else if (fact instanceof JournalRecord.DecidedUpTo decided) {
      decisions.decidedUpTo(replica, decided.end());
      memberships.keeps(replica, decided.end());
    }
  }

  /** All replicas but these are lost, and this is what they know together. */
  public void survive(SurvivingLog log, List<KeptState> survivors) {
    new Survival(decisions).check(log, survivors);
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
      followers.leadsOn(replica, state.promised(), nowNanos);
    }
    progress.stepped(replica, state, executions.executed(replica));
    decisions.decidedUpTo(replica, state.decided());
    progress.keeps(replica, state.decided() - 1, executions.executed(replica));
  }

  /** Whether a replica has executed a change to these limits of sessions. */
  public boolean hasHeld(SessionSettings settings) {
    return limits.haveHeld(settings);
  }

  /** These limits of sessions hold at {@code replica} behind the slots before {@code end}. */
  public void hold(int replica, long end, SessionLimits held) {
    limits.hold(replica, end, held);
  }

  /** The state that {@code replica} reported after its last step. */
  public ReplicaState state(int replica) {
    return progress.state(replica);
  }
}
