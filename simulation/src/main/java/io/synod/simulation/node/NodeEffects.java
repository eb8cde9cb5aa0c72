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
import io.synod.core.message.Standing;
import io.synod.core.replica.Replica;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.SubscriberConnection;

/**
 * Shows every effect of a replica to the checks and the trace, then routes it. A process that dies
 * in the middle of a step has no more effects.
 */
final class NodeEffects implements Effects {
  private static final byte[] NOTHING = new byte[0];

  private final Life life;
  private final SimulatedNode node;
  private final int self;
  private final World world;
  private final HandOver toBatcher;
  private final HandOver toService;
  private final HandOver toSnapshots;
  private boolean isReplaced;

  NodeEffects(
      Life life, SimulatedNode node, HandOver toBatcher, HandOver toService, HandOver toSnapshots) {
    this.life = life;
    this.node = node;
    this.self = node.self();
    this.world = node.world();
    this.toBatcher = toBatcher;
    this.toService = toService;
    this.toSnapshots = toSnapshots;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    if (life.isOver()) {
      return;
    }
    world.trace().message(self, "sends to", to.bits(), message);
    world.checks().sends(self, message, false);
    world.tell(self, to, message);
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    if (life.isOver()) {
      return;
    }
    world.trace().message(self, "sends when durable to", to.bits(), message);
    world.checks().sends(self, message, true);
    life.journal().sendWhenDurable(to, message);
  }

  @Override
  public void persist(Persisted fact) {
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "persists", fact);
    checkSpace(fact);
    world.checks().persists(self, fact);
    boolean joins = fact instanceof Persisted.Joined joined && joined.standing() == Standing.MEMBER;
    if (joins && !node.takesPart()) {
      node.memory().joins();
    }
    life.journal().persist(fact);
    node.trap().persisted();
  }

  /** What an acceptor must not forget, it does not say without space for it. */
  private void checkSpace(Persisted fact) {
    boolean binds = fact instanceof Persisted.Promised || fact instanceof Persisted.Voted;
    if (binds && life.replica().isStorageFull()) {
      throw new Violation("replica %d persists %s, its disk is full", self, fact);
    }
  }

  @Override
  public void deliver(long slot, Batch batch) {
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "delivers", slot);
    world.trace().add(slot);
    world.checks().delivers(self, slot, batch);
    toService.pass(() -> life.service().deliver(slot, batch));
  }

  @Override
  public void serveRead(Object ticket) {
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "serves", ticket);
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
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "refuses", ticket);
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
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "takes a snapshot", "");
    toService.pass(() -> life.service().capture());
  }

  @Override
  public void restoreSnapshot(long end) {
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "restores", end);
    world.checks().restores(self, end);
    toService.pass(() -> life.service().restore(end));
  }

  @Override
  public void cutJournal(long slot) {
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "cuts its journal", slot);
    life.checkCut(slot);
    life.journal().cut(slot);
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    world.trace().event(self, "reads decisions for " + wanted.to(), wanted);
    toSnapshots.pass(() -> life.snapshots().read(wanted));
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    world.trace().event(self, "reads for " + to, request);
    toSnapshots.pass(() -> life.snapshots().read(to, request));
  }

  @Override
  public void tellSubscriber(Object ticket, Message message) {
    if (life.isOver()) {
      return;
    }
    SubscriberConnection to = (SubscriberConnection) ticket;
    world.trace().message(self, "tells the learner", to.learner(), message);
    to.tell(message);
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    world.trace().event(self, "reads for " + ticket, request);
    SubscriberConnection to = (SubscriberConnection) ticket;
    toSnapshots.pass(() -> life.snapshots().read(request, to::tell));
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    world.trace().event(self, "stores", part);
    toSnapshots.pass(() -> life.snapshots().store(part));
  }

  @Override
  public void dropSnapshotParts() {
    world.trace().event(self, "drops parts", "");
    toSnapshots.pass(() -> life.snapshots().drop());
  }

  @Override
  public void stop(String reason) {
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "stops", reason);
    if (isReplaced) {
      node.replaced();
    } else {
      node.stopped(reason);
    }
  }

  @Override
  public void observe(Fact fact) {
    if (life.isOver()) {
      return;
    }
    world.trace().event(self, "observes", fact);
    if (fact instanceof Fact.Preparing) {
      node.trap().comes(Moment.PREPARING);
    } else if (fact instanceof Fact.Leading leading) {
      node.trap().comes(Moment.LEADING);
      world.checks().leads(self, leading.view(), world.scheduler().now());
      toBatcher.pass(() -> life.batcher().lead(leading.view()));
    } else if (fact instanceof Fact.Following) {
      node.trap().comes(Moment.FOLLOWING);
    } else if (fact instanceof Fact.SteppedDown) {
      toBatcher.pass(() -> life.batcher().stop());
    } else if (fact instanceof Fact.Joining joining && joining.as().epoch() > 0) {
      world.checks().announces(self, joining.as().epoch());
      node.memory().announces();
      node.trap().comes(Moment.ANNOUNCING);
    } else if (fact instanceof Fact.Replaced) {
      isReplaced = true;
    } else if (fact instanceof Fact.Joined joined) {
      world.checks().takesPart(self, joined.as().epoch());
      if (joined.as().epoch() > 1) {
        world.checks().rejoins(self, life.replica().decided());
      }
      world.checks().joined(self);
      node.memory().joined();
      node.trap().comes(Moment.JOINING);
    }
  }
}
