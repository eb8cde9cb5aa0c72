package io.synod.simulation.node;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.Message;
import io.synod.core.replica.Replica;
import io.synod.simulation.check.ReplicaState;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.scheduler.Seeds;
import java.util.SplittableRandom;

/** One replica: the core with its queues, journal, service and clients' connections. */
public final class SimulatedNode {
  private final int self;
  private final NodeSettings settings;
  private final World world;
  private final Seeds seeds;
  private final SimulatedProcess process;
  private final SimulatedJournal journal;
  private final ServiceStage service;
  private final BatcherStage batcher;
  private final Ingress ingress;
  private final Alarm alarm;
  private final HandOver toProtocol;
  private final NodeEffects effects;
  private Replica replica;
  private int proposals;
  private int lives;

  /**
   * @param clients how many clients may connect
   */
  public SimulatedNode(NodeSettings settings, World world, Seeds seeds, int clients) {
    this.self = settings.replica().self();
    this.settings = settings;
    this.world = world;
    this.seeds = seeds;
    SplittableRandom random = seeds.random("node", self);
    process = new SimulatedProcess(world.scheduler());
    journal = new SimulatedJournal(self, world, process, random, settings.pace().diskNanos());
    service = new ServiceStage(self, world, settings, process, random);
    toProtocol = handOver(random);
    HandOver toBatcher = handOver(random);
    HandOver toService = handOver(random);
    batcher = new BatcherStage(world, settings, process, this::propose);
    ingress = new Ingress(settings.replica(), world, clients, batcher, this::read);
    alarm =
        new Alarm(
            world.scheduler(),
            process,
            settings.clock(),
            () -> step("wakes up", Event.WakeUp.INSTANCE));
    effects = new NodeEffects(this, toBatcher, toService);
    service.connect(ingress, this::executed);
    replica = newReplica();
  }

  private HandOver handOver(SplittableRandom random) {
    return new HandOver(world.scheduler(), process, random, settings.pace().handOverNanos());
  }

  private Replica newReplica() {
    long seed = seeds.random("replica", self + 100 * lives++).nextLong();
    return new Replica(settings.replica(), seed);
  }

  public void start() {
    world.trace().event(self, "starts", settings);
    replica.start(now(), effects);
    stepped();
  }

  public void receive(int from, Message message) {
    process.run(
        () -> {
          world.trace().message(self, "receives from", from, message);
          world.checks().receives(self, from, world.scheduler().now());
          replica.step(new Event.Received(from, message), now(), effects);
          stepped();
        });
  }

  public void receive(int client, ClientFrame frame) {
    process.run(() -> frame.visit(client, ingress));
  }

  /** The connection to {@code peer} breaks. */
  public void disconnected(int peer) {
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
    toProtocol.pass(() -> step("is asked to read", new Event.ReadRequested(ticket)));
  }

  private void executed(long end) {
    toProtocol.pass(() -> step("has executed", new Event.Executed(end)));
  }

  private void step(String what, Event event) {
    world.trace().event(self, what, event);
    replica.step(event, now(), effects);
    stepped();
  }

  private void stepped() {
    world.checks().stepped(self, state(), world.scheduler().now());
    if (proposals > 2 * settings.window()) {
      throw new Violation("%d batches wait to be proposed by replica %d", proposals, self);
    }
    ingress.leaderIs(replica.promised(), replica.leader(now()));
    alarm.set(replica.nextWakeUpNanos());
  }

  private ReplicaState state() {
    return new ReplicaState(
        replica.leads(),
        replica.promised(),
        replica.decided(),
        replica.delivered(),
        replica.firstKept(),
        replica.openSlots());
  }

  private long now() {
    return settings.clock().nanos(world.scheduler().now());
  }

  int self() {
    return self;
  }

  World world() {
    return world;
  }

  SimulatedJournal journal() {
    return journal;
  }

  ServiceStage service() {
    return service;
  }

  BatcherStage batcher() {
    return batcher;
  }

  Ingress ingress() {
    return ingress;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public boolean leads() {
    return replica.leads();
  }

  /** The highest view that it follows or leads. */
  public View view() {
    return replica.promised();
  }

  /** Clients' frames that are held in memory. */
  public int framesHeld() {
    return ingress.held();
  }

  public void pause() {
    world.trace().event(self, "is paused", "");
    process.pause();
  }

  public void resume() {
    world.trace().event(self, "is resumed", "");
    world.checks().resumes(self, world.scheduler().now());
    process.resume();
  }

  public void kill() {
    world.trace().event(self, "is killed", "");
    process.kill();
  }

  /** Nothing more gets to the disk until the stall ends. */
  public void stallDisk() {
    journal.stall();
  }

  public void endStall() {
    process.run(journal::endStall);
  }

  /** The service takes this much longer for each batch; 0 ends it. */
  public void slowDown(long nanos) {
    service.slowDown(nanos);
  }

  /**
   * Forgets what it has promised and voted, and goes on as if nothing were: what durability is
   * there to rule out. For tests of the checks.
   */
  public void forget() {
    world.trace().event(self, "forgets", "");
    replica = newReplica();
    replica.start(now(), effects);
    stepped();
  }
}
