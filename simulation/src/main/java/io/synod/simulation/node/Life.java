package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.network.SubscriberConnection;
import java.util.SplittableRandom;

/** One process of a replica, from its start to its end: the core with its queues and threads. */
final class Life {
  private final ModelledNode node;
  private final int self;
  private final NodeSettings settings;
  private final World world;
  private final SimulatedProcess process;
  private final JournalStage journal;
  private final ServiceStage service;
  private final SnapshotStage snapshots;
  private final BatcherStage batcher;
  private final Ingress ingress;
  private final Alarm alarm;
  private final HandOver toProtocol;
  private final CheckedEffects effects;
  private Replica replica;
  private SnapshotEnds snapshotEnds;
  private final SplittableRandom random;
  private final Subscribers subscribers = new Subscribers(this);
  private SplittableRandom turns;
  private int proposals;
  private boolean turnEnds;

  /**
   * @param clients how many clients may connect
   */
  Life(ModelledNode node, SplittableRandom random, int clients) {
    this.node = node;
    this.random = random;
    self = node.self();
    settings = node.settings();
    world = node.world();
    process = new SimulatedProcess(world.scheduler(), node::failed);
    toProtocol = handOver(random);
    journal = new JournalStage(node, process, random, this::tell);
    service = new ServiceStage(self, world, settings, process, random);
    snapshots = new SnapshotStage(node, process, random);
    batcher = new BatcherStage(world, settings, process, node::wallMillis, this::propose);
    ingress = new Ingress(settings.replica(), world, clients, batcher, this::read);
    alarm =
        new Alarm(
            world.scheduler(),
            process,
            settings.clock(),
            () -> step("wakes up", Event.WakeUp.INSTANCE));
    boolean relays = settings.replica().relay().isUsedBy(settings.replica().quorums().replicas());
    turns = relays ? random.split() : null;
    effects =
        new CheckedEffects(
            node,
            new ModelledEffects(this, node, handOver(random), handOver(random), handOver(random)),
            () -> !isOver(),
            this::checkCut,
            fact -> {});
    service.connect(ingress, snapshots, this::executed);
    snapshots.connect(this::sendPart, this::tell);
  }

  private HandOver handOver(SplittableRandom random) {
    return new HandOver(world.scheduler(), process, random, settings.pace().handOverNanos());
  }

  /** Reads what the storage has kept, and begins, unless the disk fails. */
  void start(long seed) {
    process.run(() -> open(seed));
  }

  private void open(long seed) {
    world.checks().starts(self);
    Survivors survivors = new Survivors(world.checks(), self);
    Recovered recovered = node.storage().open(service.execution(), survivors);
    if (recovered.snapshotEnd() > 0) {
      world.checks().restored(self, recovered.snapshotEnd(), service.digest());
    }
    snapshotEnds = new SnapshotEnds(self, recovered.snapshotEnd());
    replica = new Replica(node.believed(), recovered, seed);
    Beginning beginning = node.beginning(recovered, survivors);
    world.checks().begins(self, beginning, replica::voteAt);
    replica.start(now(), effects);
    stepped();
    if (node.isFull()) {
      spaceChanges();
    }
  }

  void receive(int from, Message message) {
    process.run(
        () -> {
          world.trace().message(self, "receives from", from, message);
          world.checks().receives(self, from, world.scheduler().now());
          replica.step(new Event.Received(from, message), now(), effects);
          stepped();
        });
  }

  void receive(int client, ClientFrame frame) {
    process.run(() -> frame.visit(client, ingress));
  }

  /** What another thread than the protocol's has noticed. */
  void tell(Event event) {
    toProtocol.pass(
        () -> {
          snapshotEnds.tell(event);
          step("is told", event);
        });
  }

  void disconnected(int peer) {
    process.run(() -> step("is disconnected from " + peer, new Event.PeerDisconnected(peer)));
  }

  private void propose(View view, Batch batch) {
    proposals++;
    toProtocol.pass(
        () -> {
          proposals--;
          step("proposes", new Event.Proposed(view, batch));
        });
  }

  private void read(ReadTicket ticket) {
    toProtocol.pass(
        () -> {
          step("is asked to read", new Event.ReadRequested(ticket, ticket.consistency()));
          node.trap().comes(Moment.READING);
        });
  }

  /** What a subscriber wants. The word that it is gone may overtake what it had asked for. */
  void serve(Event wanted) {
    toProtocol.pass(
        () -> {
          if (!(wanted instanceof Event.Subscribed subscribed)
              || ((SubscriberConnection) subscribed.ticket()).isOpen()) {
            step("is asked by a learner", wanted);
          }
          if (wanted instanceof Event.Unsubscribed) {
            subscribers.left();
          }
        });
  }

  private void executed(long end) {
    toProtocol.pass(() -> step("has executed", new Event.Executed(end)));
  }

  private void sendPart(SnapshotPart part, int to) {
    toProtocol.pass(() -> effects.send(ReplicaSet.of(to), part));
  }

  private void step(String what, Event event) {
    world.trace().event(self, what, event);
    replica.step(event, now(), effects);
    stepped();
  }

  private void stepped() {
    if (isOver()) {
      return;
    }
    world.checks().stepped(self, node.state(), world.scheduler().now());
    if (replica.leads() && replica.isStorageFull()) {
      throw new Violation("replica %d leads, its disk is full", self);
    }
    if (proposals > 2 * settings.window()) {
      throw new Violation("%d batches wait to be proposed by replica %d", proposals, self);
    }
    endTurn();
    ingress.leaderIs(replica.promised(), replica.leader(now()));
    if (!turnEnds || !subscribers.hadAny()) {
      // Who is due to be told something is told when the turn ends.
      alarm.set(replica.nextWakeUpNanos());
    }
  }

  /**
   * What steps gather for relays and subscribers leaves a moment later, with what comes until then.
   */
  private void endTurn() {
    if (turns == null && subscribers.hadAny()) {
      turns = random.split();
    }
    if (turns == null || turnEnds) {
      return;
    }
    turnEnds = true;
    long delayNanos = turns.nextLong(1 + settings.pace().handOverNanos());
    process.at(
        world.scheduler().now() + delayNanos,
        () -> {
          turnEnds = false;
          replica.endTurn(now(), effects);
          if (subscribers.hadAny()) {
            alarm.set(replica.nextWakeUpNanos());
          }
        });
  }

  private long now() {
    return settings.clock().nanos(world.scheduler().now());
  }

  /** The disk has been filled or emptied, which is noticed some time. */
  void spaceChanges() {
    process.run(journal::checkSpace);
  }

  /**
   * The process is gone.
   *
   * @param byItself nothing of a write that was under way is written any more
   */
  void die(boolean byItself) {
    process.kill();
    if (subscribers.hadAny()) {
      subscribers.die(random.nextBoolean());
    }
    if (!byItself) {
      journal.die();
    }
  }

  boolean isOver() {
    return !process.isAlive();
  }

  SimulatedProcess process() {
    return process;
  }

  Replica replica() {
    return replica;
  }

  JournalStage journal() {
    return journal;
  }

  ServiceStage service() {
    return service;
  }

  void checkCut(long slot) {
    snapshotEnds.checkCut(slot);
  }

  SnapshotStage snapshots() {
    return snapshots;
  }

  BatcherStage batcher() {
    return batcher;
  }

  Subscribers subscribers() {
    return subscribers;
  }

  Ingress ingress() {
    return ingress;
  }
}
