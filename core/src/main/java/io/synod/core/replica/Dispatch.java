package io.synod.core.replica;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.Roster;
import io.synod.core.cluster.View;
import io.synod.core.effect.Fact;
import io.synod.core.event.Event;
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

/** The one handler of each event and each message. What depends on the role goes on to the role. */
final class Dispatch implements Event.Visitor, Message.Visitor {
  private static final SnapshotPart NO_SNAPSHOT = new SnapshotPart(0, 0, 0, new byte[0]);

  private final Replica replica;
  private final Bystander bystander;
  private final RoundBound rounds = new RoundBound();

  Dispatch(Replica replica) {
    this.replica = replica;
    bystander = new Bystander(replica, this);
  }

  @Override
  public void onReceived(Event.Received event) {
    int from = event.from();
    Message message = event.message();
    if (!replica.role().takesPart()) {
      // It does not know yet which view the members have promised.
      message.visit(from, bystander);
    } else if (rounds.admits(from, message, replica.acceptor().promised())) {
      message.visit(from, this);
    } else {
      ignore(message, "its round is too far ahead");
    }
  }

  @Override
  public void onProposed(Event.Proposed event) {
    replica.role().onProposed(event.view(), event.batch());
  }

  @Override
  public void onExecuted(Event.Executed event) {
    replica.learner().onExecuted(event.end(), replica.out());
  }

  @Override
  public void onReadRequested(Event.ReadRequested event) {
    if (event.consistency().isAnywhere()) {
      replica.read(event.ticket(), event.consistency());
    } else {
      replica.role().onRead(event.ticket());
    }
  }

  @Override
  public void onPeerDisconnected(Event.PeerDisconnected event) {
    replica.role().onPeerDisconnected(event.replica());
  }

  @Override
  public void onSnapshotTaken(Event.SnapshotTaken event) {
    replica.snapshots().onTaken(event, replica.out());
  }

  @Override
  public void onPartStored(Event.PartStored event) {
    if (replica.fetch().onStored(event, replica.now(), replica.out())) {
      replica.snapshots().stored(event.end(), replica.out());
      replica.out().observe(new Fact.SnapshotFetched(event.end()));
      if (event.end() > replica.log().decided()) {
        replica.learner().restore(event.end(), replica.out());
      }
    }
  }

  @Override
  public void onDecisionsRead(Event.DecisionsRead event) {
    replica.catchUps().onRead(event.to(), event.first(), event.batches(), replica.out());
  }

  @Override
  public void onStorageFull(Event.StorageFull event) {
    replica.acceptor().onStorageFull(event.full());
    replica.out().observe(new Fact.StorageFull(event.full()));
  }

  @Override
  public void onCollectorBusy(Event.CollectorBusy event) {
    replica.obstacles().onCollectorBusy(event.busy());
    replica.out().observe(new Fact.CollectorBusy(event.busy()));
  }

  @Override
  public void onSubscribed(Event.Subscribed event) {
    replica
        .subscriptions()
        .add(
            event.ticket(),
            event.first(),
            event.creditBytes(),
            event.beatNanos(),
            replica.now(),
            replica.out());
  }

  @Override
  public void onCredited(Event.Credited event) {
    replica.subscriptions().credit(event.ticket(), event.bytes());
  }

  @Override
  public void onSnapshotAsked(Event.SnapshotAsked event) {
    if (hasSnapshotFor(event.request())) {
      replica.out().readSnapshotPart(event.ticket(), event.request());
    } else {
      replica.out().tellSubscriber(event.ticket(), NO_SNAPSHOT);
    }
  }

  @Override
  public void onUnsubscribed(Event.Unsubscribed event) {
    replica.subscriptions().remove(event.ticket());
  }

  /** Deadlines are looked at after every event. */
  @Override
  public void onWakeUp(Event.WakeUp event) {}

  @Override
  public void onCanvass(int from, Canvass message) {
    replica.catchUps().onPeerDecided(from, message.decided());
    boolean granted =
        message.view().isAfter(replica.acceptor().promised())
            && !replica.role().hearsLeader()
            && replica.acceptor().canPromise()
            && message.decided() >= replica.log().first();
    replica
        .out()
        .send(
            ReplicaSet.of(from),
            new CanvassReply(message.view(), granted, replica.acceptor().promised()));
  }

  @Override
  public void onCanvassReply(int from, CanvassReply message) {
    replica.see(message.promised());
    replica.role().onCanvassReply(from, message);
  }

  @Override
  public void onPrepare(int from, Prepare message) {
    replica.acceptor().onPrepare(from, message, replica.membership().roster(), replica.out());
  }

  @Override
  public void onPromise(int from, Promise message) {
    if (isForOther(message.view())) {
      replica.relaying().onPromise(from, message, replica.out());
    } else {
      promised(from, message);
    }
  }

  /** Whoever promises tells whom it knows, this replica too. */
  private void promised(int from, Promise message) {
    overtake(from, message.roster());
    if (!replica.isHalted()) {
      replica.role().onPromise(from, message);
    }
  }

  private void overtake(int from, Roster known) {
    String whyReplaced = replica.membership().overtake(from, known.of(replica.self()));
    if (whyReplaced != null) {
      replica.halt(whyReplaced);
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
    if (replica.acceptor().onAccept(from, message, replica.learner().limit(), replica.out())) {
      leaderAlive(message.view(), message.decided());
    }
  }

  @Override
  public void onAccepted(int from, Accepted message) {
    if (isForOther(message.view())) {
      replica.relaying().onAccepted(message);
    } else {
      replica.role().onAccepted(from, message);
    }
  }

  /** Passes on and does what is asked; the answers come here, this replica's own too. */
  @Override
  public void onRelay(int from, Relay message) {
    if (message.view().isBefore(replica.acceptor().promised())) {
      replica.acceptor().reject(message.view().leader(), message.view(), replica.out());
      return;
    }
    for (Relayable asked : message.messages()) {
      replica.out().send(message.members(), asked);
      replica.relaying().begin(message, asked, replica.now(), replica.out());
      asked.visit(replica.self(), this);
    }
  }

  /** Whether an answer in {@code view} is another's, for whom this replica relays. */
  private boolean isForOther(View view) {
    return view.leader() != replica.self();
  }

  @Override
  public void onReject(int from, Reject message) {
    replica.see(message.promised());
    if (message.view().equals(replica.role().view())) {
      replica.role().superseded(message.promised());
    } else {
      ignore(message, "its view is over");
    }
  }

  @Override
  public void onHeartbeat(int from, Heartbeat message) {
    if (message.view().isBefore(replica.acceptor().promised())) {
      replica.acceptor().reject(from, message.view(), replica.out());
      return;
    }
    if (!replica.acceptor().follow(message.view(), replica.out())) {
      ignore(message, "the disk is full");
      return;
    }
    replica.acceptor().onTakenOver(message.view(), message.takeOverEnd());
    leaderAlive(message.view(), message.decided());
    replica.learner().onExecutedByAll(message.executedByAll());
    HeartbeatAck ack =
        new HeartbeatAck(
            message.view(), message.round(), replica.log().decided(), replica.learner().executed());
    replica.out().sendWhenDurable(ReplicaSet.of(message.view().leader()), ack);
  }

  @Override
  public void onHeartbeatAck(int from, HeartbeatAck message) {
    replica.catchUps().onPeerDecided(from, message.decided());
    replica.role().onHeartbeatAck(from, message);
  }

  @Override
  public void onCatchUp(int from, CatchUp message) {
    replica.catchUps().onCatchUp(from, message, replica.out());
  }

  @Override
  public void onDecided(int from, Decided message) {
    replica.missed().onDecided(from, message);
  }

  @Override
  public void onFetchSnapshot(int from, FetchSnapshot message) {
    if (hasSnapshotFor(message)) {
      replica.out().sendSnapshotPart(from, message);
    } else {
      replica.out().send(ReplicaSet.of(from), NO_SNAPSHOT);
    }
  }

  /** Whether there is one already; else one is taken. */
  private boolean hasSnapshotFor(FetchSnapshot request) {
    return request.end() != 0 || replica.snapshots().want(replica.log().first());
  }

  @Override
  public void onSnapshotPart(int from, SnapshotPart message) {
    if (!replica.fetch().onPart(from, message, replica.log().decided(), replica.out())) {
      ignore(message, "not asked for");
    }
  }

  @Override
  public void onJoin(int from, Join message) {
    replica.membership().onPeerJoins(from, message.incarnation());
    replica.membership().answer(from, message.incarnation());
  }

  @Override
  public void onJoinReply(int from, JoinReply message) {
    replica.catchUps().onPeerDecided(from, message.decided());
    if (replica.role().takesPart()) {
      overtake(from, message.roster());
    } else {
      replica.role().onJoinReply(from, message);
    }
  }

  @Override
  public void onQuorumRead(int from, QuorumRead message) {
    if (replica.log().hasDamage()) {
      ignore(message, "the disk has lost a vote");
      return;
    }
    View leads = replica.leads() ? replica.role().view() : View.NONE;
    QuorumReadReply reply =
        new QuorumReadReply(
            message.round(), leads, replica.log().decided(), replica.acceptor().votedEnd());
    replica.out().send(ReplicaSet.of(from), reply);
  }

  @Override
  public void onQuorumReadReply(int from, QuorumReadReply message) {
    if (!replica.quorumReads().onReply(from, message)) {
      ignore(message, "nothing new");
      return;
    }
    replica.catchUps().onPeerDecided(from, message.decided());
    if (from != replica.self() && message.leads().equals(replica.acceptor().promised())) {
      replica.learner().commit(message.leads(), message.decided(), replica.out());
    }
  }

  private void leaderAlive(View view, long decided) {
    replica.catchUps().onPeerDecided(view.leader(), decided);
    if (view.leader() != replica.self()) {
      replica.delays().succeeded();
      replica.role().onLeaderAlive(view);
    }
    replica.learner().commit(view, decided, replica.out());
  }

  private void ignore(Message message, String reason) {
    replica.out().observe(new Fact.Ignored(message.getClass(), reason));
  }
}
