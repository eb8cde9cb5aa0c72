package io.synod.core.replica;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.Roster;
import io.synod.core.cluster.View;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Canvass;
import io.synod.core.message.CanvassReply;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.QuorumRead;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.Reject;
import io.synod.core.message.Relay;
import io.synod.core.message.Relayable;
import io.synod.core.message.SnapshotPart;

/** Handles each message at a member. Messages that depend on the role go on to the role. */
final class Member implements Message.Visitor {
  static final SnapshotPart NO_SNAPSHOT = new SnapshotPart(0, 0, 0, new byte[0]);

  private final Parts parts;
  private final Step step;
  private final Transitions transitions;

  Member(Parts parts, Transitions transitions) {
    this.parts = parts;
    step = parts.step;
    this.transitions = transitions;
  }

  @Override
  public void onCanvass(int from, Canvass message) {
    parts.catchUps.onPeerDecided(from, message.decided());
    boolean granted =
        message.view().isAfter(parts.acceptor.promised())
            && !parts.role.state().hearsLeader()
            && parts.acceptor.canPromise()
            && message.decided() >= parts.log.first();
    step.out()
        .send(
            ReplicaSet.of(from),
            new CanvassReply(message.view(), granted, parts.acceptor.promised()));
  }

  @Override
  public void onCanvassReply(int from, CanvassReply message) {
    transitions.see(message.promised());
    parts.role.state().onCanvassReply(from, message);
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    parts.acceptor.onPrepare(from, message, parts.membership.roster(), step.out());
  }

  @Override
  public void onPromise(int from, Promise message) {
    if (isForOther(message.view())) {
      parts.relaying.onPromise(from, message, step.out());
    } else {
      promised(from, message);
    }
  }

  /** Whoever promises tells whom it knows, this replica too. */
  private void promised(int from, Promise message) {
    overtake(from, message.roster());
    if (!parts.role.isHalted()) {
      parts.role.state().onPromise(from, message);
    }
  }

  private void overtake(int from, Roster known) {
    String whyReplaced = parts.membership.overtake(from, known.of(parts.settings.self()));
    if (whyReplaced != null) {
      transitions.halt(whyReplaced);
    }
  }

  @Override
  public void onPromises(int from, Promises message) {
    for (Promises.Told told : message.told()) {
      promised(told.replica(), told.promise());
    }
  }

  @Override
  public void onAccept(int from, Accept message) {
    if (parts.acceptor.onAccept(from, message, parts.learner.limit(), step.out())) {
      leaderAlive(message.view(), message.decided());
    }
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    if (isForOther(message.view())) {
      parts.relaying.onAccepted(message);
    } else {
      parts.role.state().onAccepted(from, message);
    }
  }

  /** Passes on and does what is asked; the answers come here, this replica's own too. */
  @Override
  public void onRelay(int from, Relay message) {
    if (message.view().isBefore(parts.acceptor.promised())) {
      parts.acceptor.reject(message.view().leader(), message.view(), step.out());
      return;
    }
    for (Relayable asked : message.messages()) {
      step.out().send(message.members(), asked);
      parts.relaying.begin(message, asked, step.now(), step.out());
      asked.visit(parts.settings.self(), this);
    }
  }

  /** Whether an answer in {@code view} is another's, for whom this replica relays. */
  private boolean isForOther(View view) {
    return view.leader() != parts.settings.self();
  }

  @Override
  public void onReject(int from, Reject message) {
    transitions.see(message.promised());
    if (message.view().equals(parts.role.state().view())) {
      parts.role.state().superseded(message.promised());
    } else {
      step.ignore(message, "its view is over");
    }
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    if (message.view().isBefore(parts.acceptor.promised())) {
      parts.acceptor.reject(from, message.view(), step.out());
      return;
    }
    if (!parts.acceptor.follow(message.view(), step.out())) {
      step.ignore(message, "the disk is full");
      return;
    }
    parts.acceptor.onTakenOver(message.view(), message.takeOverEnd());
    leaderAlive(message.view(), message.decided());
    parts.learner.onExecutedByAll(message.executedByAll());
    HeartbeatAck ack =
        new HeartbeatAck(
            message.view(), message.round(), parts.log.decided(), parts.learner.executed());
    step.out().sendWhenDurable(ReplicaSet.of(message.view().leader()), ack);
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    parts.catchUps.onPeerDecided(from, message.decided());
    parts.role.state().onHeartbeatAck(from, message);
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    parts.catchUps.onCatchUp(from, message, step.out());
  }

  @Override
  public void onDecided(int from, Decided message) {
    parts.missed.onDecided(from, message);
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    if (parts.snapshots.hasFor(message, parts.log.first())) {
      step.out().sendSnapshotPart(from, message);
    } else {
      step.out().send(ReplicaSet.of(from), NO_SNAPSHOT);
    }
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    if (!parts.fetch.onPart(from, message, parts.log.decided(), step.out())) {
      step.ignore(message, "not asked for");
    }
  }

  @Override
  public void onJoin(int from, Join message) {
    parts.membership.onPeerJoins(from, message.incarnation());
    parts.membership.answer(from, message.incarnation());
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    parts.catchUps.onPeerDecided(from, message.decided());
    if (parts.role.state().takesPart()) {
      overtake(from, message.roster());
    } else {
      parts.role.state().onJoinReply(from, message);
    }
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    if (parts.log.hasDamage()) {
      step.ignore(message, "the disk has lost a vote");
      return;
    }
    View leads = parts.role.leads() ? parts.role.state().view() : View.NONE;
    QuorumReadReply reply =
        new QuorumReadReply(message.round(), leads, parts.log.decided(), parts.acceptor.votedEnd());
    step.out().send(ReplicaSet.of(from), reply);
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    if (!parts.quorumReads.onReply(from, message)) {
      step.ignore(message, "nothing new");
      return;
    }
    parts.catchUps.onPeerDecided(from, message.decided());
    if (from != parts.settings.self() && message.leads().equals(parts.acceptor.promised())) {
      parts.learner.commit(message.leads(), message.decided(), step.out());
    }
  }

  private void leaderAlive(View view, long decided) {
    parts.catchUps.onPeerDecided(view.leader(), decided);
    if (view.leader() != parts.settings.self()) {
      parts.delays.succeeded();
      parts.role.state().onLeaderAlive(view);
    }
    parts.learner.commit(view, decided, step.out());
  }
}
