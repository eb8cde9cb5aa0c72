package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.Fact;
import io.synod.core.effect.Persisted;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.message.Message;

/** Shows every effect of a replica to the checks and the trace, then routes it. */
final class NodeEffects implements Effects {
  private static final byte[] NOTHING = new byte[0];

  private final SimulatedNode node;
  private final int self;
  private final World world;
  private final HandOver toBatcher;
  private final HandOver toService;

  NodeEffects(SimulatedNode node, HandOver toBatcher, HandOver toService) {
    this.node = node;
    this.self = node.self();
    this.world = node.world();
    this.toBatcher = toBatcher;
    this.toService = toService;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    world.trace().message(self, "sends to", to.bits(), message);
    world.checks().sends(self, message, false);
    world.peers().send(self, to, message);
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    world.trace().message(self, "sends when durable to", to.bits(), message);
    world.checks().sends(self, message, true);
    node.journal().sendWhenDurable(to, message);
  }

  @Override
  public void persist(Persisted fact) {
    world.trace().event(self, "persists", fact);
    world.checks().persists(self, fact);
    node.journal().persist(fact);
  }

  @Override
  public void deliver(long slot, Batch batch) {
    world.trace().event(self, "delivers", slot);
    world.trace().add(slot);
    world.checks().delivers(self, slot, batch);
    toService.pass(() -> node.service().deliver(slot, batch));
  }

  @Override
  public void serveRead(Object ticket) {
    world.trace().event(self, "serves", ticket);
    toService.pass(() -> node.service().read((ReadTicket) ticket));
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    ReadTicket read = (ReadTicket) ticket;
    world.trace().event(self, "refuses", ticket);
    ReplyStatus status = busy ? ReplyStatus.BUSY : ReplyStatus.NOT_LEADER;
    node.ingress().answer(read.client(), read.number(), status, NOTHING);
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    toBatcher.pass(() -> node.batcher().decided(view, latencyNanos));
  }

  @Override
  public void observe(Fact fact) {
    world.trace().event(self, "observes", fact);
    if (fact instanceof Fact.Leading leading) {
      world.checks().leads(self, leading.view(), world.scheduler().now());
      toBatcher.pass(() -> node.batcher().lead(leading.view()));
    } else if (fact instanceof Fact.SteppedDown) {
      toBatcher.pass(() -> node.batcher().stop());
    }
  }
}
