package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.catchup.CatchUps;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.ElectionDelays;
import io.synod.core.election.Vow;
import io.synod.core.learner.Learner;
import io.synod.core.log.Log;
import io.synod.core.log.LogReaders;
import io.synod.core.membership.MembershipLog;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.QuorumRead;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.Reject;
import io.synod.core.message.Relay;
import io.synod.core.message.Relayable;
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.StandbyReport;
import io.synod.core.message.StateDigest;
import io.synod.core.message.TransferLeadership;
import io.synod.core.read.QuorumReads;
import io.synod.core.relay.Relaying;

/** Handles each message at a member. Messages that depend on the role go on to the role. */
final class Member implements Message.Visitor {
  private final int self;
  private final ReplicaSet members;
  private final Step step;
  private final CurrentRole role;
  private final Transitions transitions;
  private final Log log;
  private final Acceptor acceptor;
  private final Learner learner;
  private final CatchUps catchUps;
  private final LogReaders readers;
  private final MissedDecisions missed;
  private final Snapshots snapshots;
  private final Relaying relaying;
  private final QuorumReads quorumReads;
  private final Roster roster;
  private final MembershipLog memberships;
  private final ElectionDelays delays;
  private final StateDigests digests;
  private final Obstacles obstacles;
  private final Vow vow;

  Member(Parts parts, Transitions transitions) {
    self = parts.settings.self();
    members = parts.settings.quorums().members();
    step = parts.step;
    role = parts.role;
    this.transitions = transitions;
    log = parts.log;
    acceptor = parts.acceptor;
    learner = parts.learner;
    catchUps = parts.catchUps;
    readers = parts.readers;
    missed = parts.missed;
    snapshots = parts.snapshots;
    relaying = parts.relaying;
    quorumReads = parts.quorumReads;
    roster = parts.roster;
    memberships = parts.memberships;
    delays = parts.delays;
    digests = parts.digests;
    obstacles = parts.obstacles;
    vow = parts.vow;
  }

  @Override
  public void onPreVote(int from, PreVote message) {
    catchUps.onPeerDecided(from, message.decided());
    boolean granted =
        message.view().isAfter(acceptor.promised())
            && !role.state().hasLiveLeader()
            && !vow.forbids(message.view(), View.NONE, step.now())
            && acceptor.canPromise()
            && message.decided() >= log.first();
    step.out()
        .send(ReplicaSet.of(from), new PreVoteReply(message.view(), granted, acceptor.promised()));
  }

  @Override
  public void onPreVoteReply(int from, PreVoteReply message) {
    transitions.see(message.promised());
    role.state().onPreVoteReply(from, message);
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    boolean isStale = message.view().isBefore(acceptor.promised());
    if (!isStale && vow.forbids(message.view(), message.transferred(), step.now())) {
      step.ignore(message, "a lease may still hold");
      return;
    }
    if (acceptor.onPrepare(from, message, roster.incarnations(), step.out())) {
      role.state().onCandidateAlive();
    }
  }

  @Override
  public void onPromise(int from, Promise message) {
    if (isForOther(message.view())) {
      relaying.onPromise(from, message, step.out());
    } else {
      promised(from, message);
    }
  }

  /** A promise carries the incarnations that its sender knows, this replica's included. */
  private void promised(int from, Promise message) {
    overtake(from, message.incarnations());
    if (!role.isHalted()) {
      role.state().onPromise(from, message);
    }
  }

  private void overtake(int from, Incarnations known) {
    String whyReplaced = roster.overtake(from, known.of(self));
    if (whyReplaced != null) {
      transitions.halt(whyReplaced);
    }
  }

  @Override
  public void onPromises(int from, Promises message) {
    for (Promises.Gathered gathered : message.gathered()) {
      promised(gathered.replica(), gathered.promise());
    }
  }

  @Override
  public void onAccept(int from, Accept message) {
    if (acceptor.onAccept(from, message, learner.limit(), step.out())) {
      learner.logGrew();
      leaderAlive(message.view(), message.decided());
    }
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    if (isForOther(message.view())) {
      relaying.onAccepted(message);
    } else {
      role.state().onAccepted(from, message);
    }
  }

  /** Passes on and does what is asked; the answers come here, this replica's own too. */
  @Override
  public void onRelay(int from, Relay message) {
    if (message.view().isBefore(acceptor.promised())) {
      acceptor.reject(message.view().leader(), message.view(), step.out());
      return;
    }
    for (Relayable asked : message.messages()) {
      step.out().send(message.members(), asked);
      relaying.begin(message, asked, step.now(), step.out());
      asked.visit(self, this);
    }
  }

  /**
   * Whether an answer in {@code view} is for another leader, whose messages this replica relays.
   */
  private boolean isForOther(View view) {
    return view.leader() != self;
  }

  @Override
  public void onReject(int from, Reject message) {
    transitions.see(message.promised());
    if (message.view().equals(role.state().view())) {
      role.state().superseded(message.promised());
    } else {
      step.ignore(message, "this replica has given up that view");
    }
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    if (message.view().isBefore(acceptor.promised())) {
      // Perhaps given up too soon.
      delays.leaderHeard(message.view(), step.now());
      acceptor.reject(from, message.view(), step.out());
      return;
    }
    if (!acceptor.follow(message.view(), step.out())) {
      step.ignore(message, "the disk is full");
      return;
    }
    acceptor.onTakenOver(message.view(), message.takeOverEnd());
    leaderAlive(message.view(), message.decided());
    role.state().onLeaderRound(message.round());
    learner.onExecutedByAll(message.executedByAll());
    vow.give(message.view(), step.now());
    HeartbeatAck ack =
        new HeartbeatAck(
            message.view(),
            message.round(),
            log.decided(),
            learner.executedWhole(),
            obstacles.first() == null ? 0 : HeartbeatAck.CANNOT_LEAD);
    step.out().sendHeartbeat(ReplicaSet.of(message.view().leader()), ack);
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    catchUps.onPeerDecided(from, message.decided());
    readers.stays(from, message.decided(), step.now());
    role.state().onHeartbeatAck(from, message);
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    catchUps.onCatchUp(from, message, step.now(), step.out());
  }

  @Override
  public void onDecided(int from, Decided message) {
    missed.onDecided(from, message);
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    snapshots.onFetch(from, message);
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    snapshots.onPart(from, message);
  }

  @Override
  public void onJoin(int from, Join message) {
    if (message.membership() == roster.membership() && members.contains(from)) {
      roster.onPeerJoins(from, message.incarnation());
    }
    readers.stays(from, 0, step.now());
    roster.answer(from, message);
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    catchUps.onPeerDecided(from, message.decided());
    if (!role.state().isMember()) {
      role.state().onJoinReply(from, message);
    } else if (message.membership() == roster.membership()) {
      overtake(from, message.incarnations());
    }
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    if (message.membership() != roster.membership()) {
      step.ignore(message, "its sender is in another membership");
      return;
    }
    if (log.hasDamage()) {
      step.ignore(message, "the disk has lost a vote");
      return;
    }
    View leads = role.leads() ? role.state().view() : View.NONE;
    QuorumReadReply reply =
        new QuorumReadReply(message.round(), leads, log.decided(), acceptor.votedEnd());
    step.out().send(ReplicaSet.of(from), reply);
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    if (!quorumReads.onReply(from, message)) {
      step.ignore(message, "nothing new");
      return;
    }
    catchUps.onPeerDecided(from, message.decided());
    if (from != self && message.leads().equals(acceptor.promised())) {
      learner.commit(message.leads(), message.decided(), step.out());
    }
  }

  @Override
  public void onStandbyReport(int from, StandbyReport message) {
    readers.stays(from, message.decided(), step.now());
    role.state().onStandbyReport(from, message);
    // One that does not know this membership may be needed before a replica leads in it, and
    // reports to the members of an earlier one, among whom the leader may not be.
    boolean answers = role.leads() || message.decided() < memberships.current().first();
    if (answers && message.decided() < log.decided()) {
      catchUps.onCatchUp(from, new CatchUp(message.decided()), step.now(), step.out());
    }
  }

  @Override
  public void onStateDigest(int from, StateDigest message) {
    String whyDifferent = digests.add(from, message.end(), message.digest());
    if (whyDifferent != null) {
      transitions.halt(whyDifferent);
      return;
    }
    for (int other : digests.newlyDiffering(message.end()).numbers()) {
      long first = digests.agreedWith(other);
      step.out().observe(new ProtocolEvent.StateDiffers(other, first, message.end() - 1));
    }
  }

  @Override
  public void onTransferLeadership(int from, TransferLeadership message) {
    catchUps.onPeerDecided(from, message.decided());
    if (!role.state().follows(message.view(), message.round())) {
      step.ignore(message, "this replica no longer follows that leader");
      return;
    }
    learner.commit(message.view(), message.decided(), step.out());
    if (log.decided() < message.decided() || !acceptor.canPromise() || obstacles.first() != null) {
      step.ignore(message, "this replica cannot lead now");
    } else {
      transitions.takeOver();
    }
  }

  private void leaderAlive(View view, long decided) {
    catchUps.onPeerDecided(view.leader(), decided);
    if (view.leader() != self) {
      delays.succeeded();
      delays.leaderHeard(view, step.now());
      role.state().onLeaderAlive(view);
    }
    learner.commit(view, decided, step.out());
  }
}
