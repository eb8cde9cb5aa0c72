package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.catchup.CatchUps;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.learner.Learner;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.SnapshotPart;
import io.synod.core.message.StateDigest;
import io.synod.core.read.QuorumReads;
import io.synod.core.settings.Consistency;
import io.synod.core.subscription.Subscriptions;
import io.synod.core.time.BothClocks;

/** The one handler of each event. Events that depend on the role go on to the role. */
final class Dispatch implements Event.Visitor {
  private final Step step;
  private final CurrentRole role;
  private final Acceptor acceptor;
  private final Learner learner;
  private final CatchUps catchUps;
  private final Snapshots snapshots;
  private final QuorumReads quorumReads;
  private final Subscriptions subscriptions;
  private final Obstacles obstacles;
  private final BothClocks clocks;
  private final Member member;
  private final Bystander bystander;
  private final RoundBound rounds;
  private Event.Received ahead;
  private final int self;
  private final ReplicaSet members;
  private final ReplicaSet others;
  private final long membership;

  Dispatch(Parts parts, Transitions transitions) {
    self = parts.settings.self();
    members = parts.settings.quorums().members();
    others = parts.settings.others();
    membership = parts.roster.membership();
    rounds = new RoundBound(membership, members);
    step = parts.step;
    role = parts.role;
    acceptor = parts.acceptor;
    learner = parts.learner;
    catchUps = parts.catchUps;
    snapshots = parts.snapshots;
    quorumReads = parts.quorumReads;
    subscriptions = parts.subscriptions;
    obstacles = parts.obstacles;
    clocks = parts.clocks;
    member = new Member(parts, transitions);
    bystander = new Bystander(step, role, catchUps, member);
  }

  @Override
  public void onReceived(Event.Received event) {
    int from = event.from();
    Message message = event.message();
    long messageMembership = View.membership(rounds.highest(from, message));
    boolean isStranger = message.isForMembersOnly() && !members.contains(from);
    boolean isAhead = messageMembership > membership;
    if (isAhead) {
      ahead = message instanceof Prepare ? event : ahead;
      role.state().onBehind();
    }
    if (rounds.namesViews() && messageMembership < membership) {
      rejectEarlier(from, message);
    } else if (isAhead && (isStranger || role.state().isMember())) {
      catchUps.onAhead(from, step.now(), step.out());
      step.ignore(message, "its sender is in a later membership");
    } else if (isStranger) {
      step.ignore(message, "its sender is no member");
    } else if (!rounds.namesMembers()) {
      step.ignore(message, "it names replicas that are no members");
    } else if (!role.state().isMember()) {
      // It does not know yet which view the members have promised.
      message.visit(from, bystander);
    } else if (!isAhead && !rounds.admits(acceptor.promised())) {
      step.ignore(message, "its round is too far ahead");
    } else {
      message.visit(from, member);
    }
  }

  /** Its sender finds out that the cluster has gone on, and fetches the decisions. */
  private void rejectEarlier(int from, Message message) {
    if (rounds.asks()) {
      acceptor.reject(from, rounds.view(), step.out());
    }
    step.ignore(message, "its sender is in an earlier membership");
  }

  /** The last Prepare of a later membership: answered once that is entered. Null if none came. */
  Event.Received ahead() {
    return ahead;
  }

  @Override
  public void onProposed(Event.Proposed event) {
    role.state().onProposed(event.view(), event.batch());
  }

  @Override
  public void onServiceHalted(Event.ServiceHalted event) {
    learner.onHalted(event.next(), event.next() > event.slot(), step.out());
    snapshots.onHalted(event.slot());
  }

  @Override
  public void onExecuted(Event.Executed event) {
    learner.onExecuted(event.end(), event.restored(), step.out());
  }

  @Override
  public void onReadRequested(Event.ReadRequested event) {
    if (event.consistency().isAnywhere()) {
      readAnywhere(event.ticket(), event.consistency());
    } else if (event.consistency().kind() == Consistency.Kind.LEASE) {
      role.state().onLeaseRead(event.ticket());
    } else {
      role.state().onRead(event.ticket());
    }
  }

  /** A read that any member may serve. */
  private void readAnywhere(Object ticket, Consistency consistency) {
    if (!role.state().isMember()) {
      step.out().refuseRead(ticket, false);
    } else if (consistency.kind() == Consistency.Kind.STALE) {
      step.out().serveRead(ticket);
    } else if (consistency.kind() == Consistency.Kind.BOUNDED) {
      quorumReads.addBounded(ticket, consistency.boundNanos(), step.now(), step.out());
    } else {
      quorumReads.add(ticket, step.now(), step.out());
    }
  }

  @Override
  public void onPeerDisconnected(Event.PeerDisconnected event) {
    role.state().onPeerDisconnected(event.replica());
  }

  @Override
  public void onTransferAsked(Event.TransferAsked event) {
    role.state().onTransferAsked(event.ticket(), event.to());
  }

  @Override
  public void onMembershipAsked(Event.MembershipAsked event) {
    role.state().onMembershipAsked(event.ticket(), event.request());
  }

  @Override
  public void onSnapshotWanted(Event.SnapshotWanted event) {
    snapshots.onWanted();
  }

  @Override
  public void onSnapshotTaken(Event.SnapshotTaken event) {
    snapshots.onTaken(event);
  }

  @Override
  public void onSnapshotLost(Event.SnapshotLost event) {
    snapshots.onLost(event);
  }

  @Override
  public void onPartStored(Event.PartStored event) {
    snapshots.onPartStored(event);
  }

  @Override
  public void onDecisionsRead(Event.DecisionsRead event) {
    catchUps.onRead(event.to(), event.first(), event.batches(), step.out());
  }

  @Override
  public void onStorageFull(Event.StorageFull event) {
    acceptor.onStorageFull(event.full());
    if (event.full()) {
      // A full replica decides nothing more that would make one due. It frees journal.
      snapshots.onWanted();
    }
    step.out().observe(new ProtocolEvent.StorageFull(event.full()));
  }

  @Override
  public void onCollectorBusy(Event.CollectorBusy event) {
    obstacles.onCollectorBusy(event.busy());
    step.out().observe(new ProtocolEvent.CollectorBusy(event.busy()));
  }

  @Override
  public void onSubscribed(Event.Subscribed event) {
    subscriptions.add(
        event.ticket(),
        event.first(),
        event.creditBytes(),
        event.keepAliveNanos(),
        step.now(),
        step.out());
  }

  @Override
  public void onCredited(Event.Credited event) {
    subscriptions.credit(event.ticket(), event.bytes(), step.now());
  }

  @Override
  public void onSnapshotAsked(Event.SnapshotAsked event) {
    if (role.state().servesDecisions()) {
      snapshots.onAsked(event);
    } else {
      step.out().sendToSubscriber(event.ticket(), SnapshotPart.NONE);
    }
  }

  @Override
  public void onUnsubscribed(Event.Unsubscribed event) {
    subscriptions.remove(event.ticket());
  }

  @Override
  public void onDigestTaken(Event.DigestTaken event) {
    StateDigest own = new StateDigest(event.end(), event.digest());
    if (!others.isEmpty() && members.contains(self)) {
      step.out().send(others, own);
    }
    own.visit(self, member);
  }

  /** Deadlines are looked at after every event. */
  @Override
  public void onWakeUp(Event.WakeUp event) {}

  @Override
  public void onWallClock(Event.WallClock event) {
    clocks.read(step.now(), event.nanos());
  }
}
