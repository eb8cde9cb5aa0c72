package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.effect.Fact;
import io.synod.core.effect.Persisted;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.SnapshotPart;
import io.synod.core.replica.Replica;
import io.synod.simulation.network.SubscriberConnection;

/** Where the effects of a replica go. */
final class ModelledEffects implements Effects {
  private static final byte[] NOTHING = new byte[0];

  private final Life life;
  private final int self;
  private final World world;
  private final HandOver toBatcher;
  private final HandOver toService;
  private final HandOver toSnapshots;

  ModelledEffects(
      Life life, ModelledNode node, HandOver toBatcher, HandOver toService, HandOver toSnapshots) {
    this.life = life;
    this.self = node.self();
    this.world = node.world();
    this.toBatcher = toBatcher;
    this.toService = toService;
    this.toSnapshots = toSnapshots;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    world.tell(self, to, message);
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    life.journal().sendWhenDurable(to, message);
  }

  @Override
  public void persist(Persisted fact) {
    life.journal().persist(fact);
  }

  @Override
  public void deliver(long slot, Batch batch) {
    toService.pass(() -> life.service().deliver(slot, batch));
  }

  @Override
  public void serveRead(Object ticket) {
    if (ticket instanceof ReadPoint point) {
      Replica replica = life.replica();
      long end = replica.delivered();
      tellSubscriber(
          point.from(), new QuorumReadReply(point.round(), View.NONE, replica.decided(), end));
      return;
    }
    toService.pass(() -> life.service().read((ReadTicket) ticket));
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    if (ticket instanceof ReadPoint) {
      // Who asks for a point in the order asks again.
      return;
    }
    ReadTicket read = (ReadTicket) ticket;
    ReplyStatus status = busy ? ReplyStatus.BUSY : ReplyStatus.NOT_LEADER;
    life.ingress().answer(read.client(), read.number(), status, NOTHING);
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    toBatcher.pass(() -> life.batcher().decided(view, latencyNanos));
  }

  @Override
  public void takeSnapshot() {
    toService.pass(() -> life.service().capture());
  }

  @Override
  public void restoreSnapshot(long end) {
    toService.pass(() -> life.service().restore(end));
  }

  @Override
  public void cutJournal(long slot) {
    life.journal().cut(slot);
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    toSnapshots.pass(() -> life.snapshots().read(wanted));
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    toSnapshots.pass(() -> life.snapshots().read(to, request));
  }

  @Override
  public void tellSubscriber(Object ticket, Message message) {
    SubscriberConnection to = (SubscriberConnection) ticket;
    to.tell(message);
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    SubscriberConnection to = (SubscriberConnection) ticket;
    toSnapshots.pass(() -> life.snapshots().read(request, to::tell));
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    toSnapshots.pass(() -> life.snapshots().store(part));
  }

  @Override
  public void dropSnapshotParts() {
    toSnapshots.pass(() -> life.snapshots().drop());
  }

  @Override
  public void stop(String reason) {}

  @Override
  public void observe(Fact fact) {
    if (fact instanceof Fact.Leading leading) {
      toBatcher.pass(() -> life.batcher().lead(leading.view()));
    } else if (fact instanceof Fact.SteppedDown) {
      toBatcher.pass(() -> life.batcher().stop());
    }
  }
}
