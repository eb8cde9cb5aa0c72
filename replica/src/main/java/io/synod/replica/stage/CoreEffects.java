package io.synod.replica.stage;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.membership.Membership;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Message;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.SnapshotPart;
import io.synod.core.replica.Replica;
import io.synod.core.replica.ReplicaSettings;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.ingress.Queries;
import io.synod.network.peer.PeerNetwork;
import io.synod.replica.instrumentation.StageTally;
import io.synod.replica.stage.WaitingMessages.Waiting;
import io.synod.storage.Journal;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Carries out the core's effects: sends its messages, now or when the records before them are
 * durable, and hands the other stages their orders. Messages of the core to itself wait here.
 * Confined to the protocol thread.
 */
final class CoreEffects implements Effects {
  private final Replica replica;
  private final int self;
  private final boolean capturesHalted;
  private final ReplicaSet me;
  private final Journal journal;
  private final DurabilityGate gate;
  private final Consumer<ProtocolEvent> observer;
  private final Consumer<Throwable> onFailure;
  private final MembershipListener members;
  private final SharedStatus shared;
  private final StageTally tally;
  private final ReplicaWatch watch;
  private final Consumer<Object> orders;
  private final LongSupplier nanoTime;
  private final ArrayDeque<Event> toSelf = new ArrayDeque<>();

  // Of each peer one at most; they begin when the records before them are durable.
  private final ArrayDeque<WaitingRead> reads = new ArrayDeque<>();

  private PeerNetwork peers;
  private BatcherStage batcher;
  private ServiceStage service;
  private TransferStage transfers;

  // Null unless this replica cannot go on.
  private Stop stop;

  /**
   * @param orders takes what other threads have for the protocol thread
   * @param nanoTime the protocol thread's clock
   */
  CoreEffects(
      Replica replica,
      ReplicaSettings settings,
      Journal journal,
      ProtocolStage.Hooks hooks,
      Consumer<Object> orders,
      LongSupplier nanoTime) {
    this.replica = replica;
    this.self = settings.self();
    this.capturesHalted = !settings.recovery().durability().keepsVotes();
    this.me = ReplicaSet.of(self);
    this.journal = journal;
    this.gate = new DurabilityGate(journal, () -> replica.timeouts().electionNanos());
    this.observer = hooks.observer();
    this.onFailure = hooks.onFailure();
    this.members = hooks.members();
    this.shared = hooks.shared();
    this.tally = hooks.tally();
    this.watch = hooks.watch();
    this.orders = orders;
    this.nanoTime = nanoTime;
  }

  /** A part of a snapshot that a peer has asked for and that was read. */
  record PartToSend(int to, SnapshotPart part) {}

  /** A read of the journal, and how many records must be durable before it. */
  private record WaitingRead(long records, DecisionsWanted wanted) {}

  /** Why this replica must stop, and how many records must be durable before it does. */
  private record Stop(long records, String reason) {}

  /** Before the first effect. */
  void connect(
      PeerNetwork network,
      BatcherStage batcherStage,
      ServiceStage serviceStage,
      TransferStage transferStage) {
    peers = network;
    batcher = batcherStage;
    service = serviceStage;
    transfers = transferStage;
    shared.decidedUpTo(service.executed());
  }

  /** The next message to itself; null if there is none. */
  Event toSelf() {
    return toSelf.poll();
  }

  /** Sends what waited for the disk and need not any more. */
  void sendDurable(long nowNanos) {
    gate.observe(nowNanos);
    for (Waiting ready = gate.poll(); ready != null; ready = gate.poll()) {
      tally.durableAfter(nowNanos - ready.sinceNanos());
      send(ready.to(), ready.message());
    }
    while (!reads.isEmpty() && reads.peek().records() <= journal.durable()) {
      read(reads.poll().wanted());
    }
    stopWhenDurable();
  }

  void send(PartToSend read) {
    batcher.sentAside(read.part().bytes().length);
    send(ReplicaSet.of(read.to()), read.part());
  }

  private void stopWhenDurable() {
    if (stop != null && stop.records() <= journal.durable()) {
      onFailure.accept(new CannotGoOn(stop.reason()));
      stop = null;
    }
  }

  @Override
  public void send(ReplicaSet all, Message message) {
    ReplicaSet to = watch.sends(all, message);
    if (to.contains(self)) {
      toSelf.add(new Event.Received(self, message));
    }
    ReplicaSet others = to.without(me);
    if (!others.isEmpty()) {
      if (message instanceof Decided decided) {
        batcher.sentAside(decided.bytes());
      }
      peers.send(others, message);
    }
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    if (gate.isAllDurable()) {
      send(to, message);
      return;
    }
    long sinceNanos = tally.isOn() ? nanoTime.getAsLong() : 0;
    if (!gate.hold(new Waiting(journal.appended(), sinceNanos, to, message))) {
      observer.accept(new ProtocolEvent.Ignored(message.getClass(), "the disk is too far behind"));
    }
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    Message sent =
        message instanceof Heartbeat heartbeat
            ? heartbeat.with(batcher.chosenLimits(heartbeat.view()))
            : message;
    if (gate.letsHeartbeatsPass(nanoTime.getAsLong())) {
      send(to, sent);
    } else {
      sendWhenDurable(to, sent);
    }
  }

  @Override
  public void persist(JournalRecord record) {
    gate.persist(record, nanoTime.getAsLong());
  }

  @Override
  public void deliver(long slot, Batch batch) {
    shared.decidedUpTo(slot + 1);
    tally.delivered(batch);
    service.deliver(slot, batch);
  }

  @Override
  public void serveRead(Object ticket) {
    if (ticket instanceof ProtocolStage.ReadPoint read) {
      long end = replica.delivered();
      read.from().send(new QuorumReadReply(read.round(), View.NONE, replica.decided(), end));
    } else {
      service.serve((Queries) ticket);
    }
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    // A subscriber that asks for a read point asks again.
    if (ticket instanceof Queries queries) {
      service.refuse(queries, busy ? ReplyStatus.BUSY : ReplyStatus.NOT_LEADER);
    }
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    tally.decided(latencyNanos);
    batcher.decided(view, latencyNanos);
  }

  @Override
  public void takeSnapshot() {
    service.capture(capturesHalted);
  }

  @Override
  public void restoreSnapshot(long end) {
    shared.decidedUpTo(end);
    service.restore(end);
  }

  @Override
  public void cutJournal(long slot) {
    journal.cut(slot);
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    if (gate.isAllDurable()) {
      read(wanted);
    } else {
      reads.add(new WaitingRead(journal.appended(), wanted));
    }
  }

  private void read(DecisionsWanted wanted) {
    transfers.read(
        wanted,
        batches -> orders.accept(new Event.DecisionsRead(wanted.to(), wanted.first(), batches)));
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    transfers.read(to, request, part -> orders.accept(new PartToSend(to, part)));
  }

  @Override
  public void sendToSubscriber(Object ticket, Message message) {
    ((ClientConnection) ticket).send(message);
  }

  @Override
  public boolean takesMore(Object ticket) {
    return ((ClientConnection) ticket).takesReplies();
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    ClientConnection subscriber = (ClientConnection) ticket;
    transfers.readFor(
        subscriber,
        request,
        part -> {
          batcher.sentAside(part.bytes().length);
          subscriber.send(part);
        });
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    transfers.store(part);
  }

  @Override
  public void dropSnapshotParts() {
    transfers.drop();
  }

  @Override
  public void operatorAnswered(Object ticket, String failure) {
    ((TransferListener) ticket).ended(failure);
  }

  @Override
  public void enter(Membership membership) {
    members.entered(membership);
  }

  @Override
  public void leave(String reason) {
    members.left(reason);
  }

  @Override
  public void stop(String reason) {
    stop = new Stop(journal.appended(), reason);
    stopWhenDurable();
  }

  @Override
  public void observe(ProtocolEvent event) {
    observer.accept(event);
  }
}
