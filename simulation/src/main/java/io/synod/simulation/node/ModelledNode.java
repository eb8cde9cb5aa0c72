package io.synod.simulation.node;

import io.synod.core.message.Message;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.Replica;
import io.synod.core.replica.ReplicaSettings;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.network.SubscriberConnection;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.storage.Storage;

/** A replica around whose core everything is modelled: threads, stages, connections, storage. */
public final class ModelledNode extends SimulatedNode {
  private static final SubscriberConnection.Port NOBODY = new NoSource();

  private final Seeds seeds;
  private final int clients;
  private final Storage storage;
  private Life life;
  private int lives;
  private long slowDiskNanos;

  /**
   * @param clients how many clients may connect
   */
  public ModelledNode(
      NodeSettings settings, World world, Seeds seeds, int clients, Storage storage) {
    super(settings, world, seeds.random("node", settings.replica().self()), storage);
    this.seeds = seeds;
    this.clients = clients;
    this.storage = storage;
  }

  @Override
  public void start() {
    world().trace().event(self(), "starts", settings());
    life = new Life(this, random(), clients);
    life.start(seeds.random("replica", self() + 100 * lives++).nextLong());
  }

  @Override
  boolean hasBegun() {
    return isAlive();
  }

  @Override
  Replica replica() {
    return life.replica();
  }

  @Override
  void die(boolean byItself) {
    life.die(byItself);
  }

  @Override
  Runnable pauseProcess() {
    SimulatedProcess paused = life.process();
    paused.pause();
    return paused::resume;
  }

  @Override
  void spaceChanges() {
    life.spaceChanges();
  }

  @Override
  void clockChanges() {}

  public void receive(int from, Message message) {
    if (isAlive()) {
      life.receive(from, message);
    }
  }

  public void receive(int client, ClientFrame frame) {
    if (isAlive()) {
      life.receive(client, frame);
    }
  }

  /** Where those arrive who follow this replica, as its process is now. */
  public SubscriberConnection.Port source() {
    return isAlive() ? life.subscribers() : NOBODY;
  }

  /** Whether it tells those only who are connected. */
  public boolean tellsNobodyElse() {
    return life.replica().subscribers() <= life.subscribers().count();
  }

  @Override
  public void disconnected(int peer) {
    if (isAlive()) {
      life.disconnected(peer);
    }
  }

  /** What the core is told of its settings: the truth, unless a test wants it otherwise. */
  ReplicaSettings believed() {
    ReplicaSettings truth = settings().replica();
    RecoverySettings recovery = truth.recovery();
    return new ReplicaSettings(
        self(),
        truth.quorums(),
        truth.election(),
        truth.pipeline(),
        truth.relay(),
        truth.catchUp(),
        truth.learner(),
        new RecoverySettings(believedLevel(), recovery.patienceNanos()),
        truth.snapshot(),
        truth.clients());
  }

  @Override
  public boolean isAlive() {
    return life != null && !life.isOver();
  }

  /** Clients' frames that are held in memory. */
  public int framesHeld() {
    return life.ingress().held();
  }

  /** Of all that it has executed: equal on all replicas that have executed the same. */
  public long snapshotDigest() {
    return life.service().snapshotDigest();
  }

  @Override
  public void slowDisk(long moreNanos) {
    slowDiskNanos += moreNanos;
  }

  long slowDiskNanos() {
    return slowDiskNanos;
  }

  /** What it takes for the time of day, in milliseconds since the epoch. */
  long wallMillis() {
    return settings().clock().wallMillis(world().scheduler().now()) + clockSetMillis();
  }

  @Override
  public Runnable stallDisk() {
    if (!isAlive()) {
      return () -> {};
    }
    Life stalled = life;
    stalled.journal().stall();
    return () -> stalled.process().run(stalled.journal()::endStall);
  }

  @Override
  public void slowDown(long nanos) {
    if (isAlive()) {
      life.service().slowDown(nanos);
    }
  }

  Storage storage() {
    return storage;
  }
}
