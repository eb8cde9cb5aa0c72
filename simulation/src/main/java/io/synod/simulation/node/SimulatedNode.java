package io.synod.simulation.node;

import io.synod.core.cluster.View;
import io.synod.core.message.Message;
import io.synod.core.recovery.Durability;
import io.synod.core.recovery.Recovered;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ReplicaSettings;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.network.SubscriberConnection;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.storage.Storage;
import io.synod.simulation.storage.Storage.Loss;
import io.synod.simulation.storage.StorageFailed;
import java.util.SplittableRandom;

/** One replica over all its lives: its storage lasts, its processes come and go. */
public final class SimulatedNode {
  // Several times what a candidate waits until it asks again.
  private static final long END_NANOS_MAX = 500_000_000;

  private static final SubscriberConnection.Port NOBODY = new NoSource();

  private final int self;
  private final NodeSettings settings;
  private final World world;
  private final Seeds seeds;
  private final int clients;
  private final SplittableRandom random;
  private final Storage storage;
  private final MemoryAccount memory;
  private final Trap trap = new Trap();
  private Life life;
  private int lives;
  private boolean damaged;
  private boolean failing;
  private Runnable onFailure = () -> {};
  private Runnable onReplaced = () -> {};
  private int fulls;
  private long slowDiskNanos;
  private long clockSetMillis;

  /**
   * @param clients how many clients may connect
   */
  public SimulatedNode(
      NodeSettings settings, World world, Seeds seeds, int clients, Storage storage) {
    this.self = settings.replica().self();
    this.settings = settings;
    this.world = world;
    this.seeds = seeds;
    this.clients = clients;
    this.storage = storage;
    memory = new MemoryAccount(settings.replica().recovery().durability());
    random = seeds.random("node", self);
  }

  /** A process starts, which must not run already. */
  public void start() {
    world.trace().event(self, "starts", settings);
    life = new Life(this, random, clients);
    life.start(seeds.random("replica", self + 100 * lives++).nextLong());
  }

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

  /** Whether it hears of a leader or leads. */
  public boolean hearsLeader() {
    return takesPart()
        && life.replica().leader(settings.clock().nanos(world.scheduler().now())) >= 0;
  }

  /** The connection to {@code peer} breaks. */
  public void disconnected(int peer) {
    if (isAlive()) {
      life.disconnected(peer);
    }
  }

  /** The process dies, its machine lives. */
  public void kill() {
    world.trace().event(self, "is killed", "");
    life.die(false);
    storage.killed();
    memory.died();
  }

  /** The machine dies, and what no disk holds is lost. */
  public void powerCut() {
    world.trace().event(self, "loses its power", "");
    life.die(false);
    storage.powerCut();
    memory.died();
  }

  /** It ends itself. */
  void stopped(String reason) {
    end();
    world.checks().stops(self, reason);
  }

  /**
   * It ends itself, for another memory has announced a later epoch in its place. As its threads end
   * one after the other, that takes a while.
   */
  void replaced() {
    world.checks().replaced(self);
    memory.replaced();
    Life ending = life;
    world.scheduler().after(random.nextLong(END_NANOS_MAX), () -> endReplaced(ending));
  }

  private void endReplaced(Life ending) {
    if (!ending.isOver()) {
      ending.die(false);
      storage.killed();
      memory.died();
      onReplaced.run();
    }
  }

  /**
   * @param action is run whenever it has ended itself because it was replaced
   */
  public void onReplaced(Runnable action) {
    onReplaced = action;
  }

  /** Its disk has failed, and it ends itself. */
  void failed(StorageFailed failure) {
    world.trace().event(self, "fails", failure.getMessage());
    // A new journal that finds no space cannot even begin.
    if (!failing && !isFull()) {
      throw new Violation("replica %d fails with a good disk: %s", self, failure.getMessage());
    }
    mendDisk();
    end();
    onFailure.run();
  }

  private void end() {
    life.die(true);
    storage.killed();
    memory.died();
  }

  /** Everything on its disk is gone. While it is down. */
  public void lose() {
    world.trace().event(self, "loses its directory", "");
    storage.lose();
    // Who has formed the cluster knows it by what it was called, even if it has not joined yet.
    lost(Loss.CERTAINLY);
  }

  /** Its disk loses something. While it is down. */
  public void damage(Storage.Part part) {
    world.trace().event(self, "loses a", part);
    lost(storage.damage(part));
  }

  private void lost(Loss loss) {
    damaged |= loss == Loss.VOTE;
    memory.lost(loss);
  }

  /**
   * One of the next calls to its disk fails.
   *
   * @param action is run when it has ended itself for that
   */
  public void failDisk(Runnable action) {
    willFail(action);
    lost(storage.fail());
  }

  /**
   * Its journal's next wait for the disk fails.
   *
   * @param action is run when it has ended itself for that
   */
  public void failForce(Runnable action) {
    willFail(action);
    storage.failForce();
  }

  private void willFail(Runnable action) {
    world.trace().event(self, "has a disk that will fail", "");
    onFailure = action;
    failing = true;
  }

  /** What has not failed by now does not. */
  public void mendDisk() {
    failing = false;
    storage.mend();
  }

  /** There is no more space, or one reason less for that. */
  public void fill(boolean more) {
    boolean before = isFull();
    fulls += more ? 1 : -1;
    if (isFull() != before) {
      world.trace().event(self, "has a disk that is full", isFull());
      storage.fill(isFull());
      if (isAlive()) {
        life.spaceChanges();
      }
    }
  }

  boolean isFull() {
    return fulls > 0;
  }

  /** What a new process must know, and says that it does. */
  Beginning beginning(Recovered recovered, Survivors survivors) {
    if (!survivors.damaged().isEmpty()) {
      damaged = true;
      world.trace().event(self, "cannot read the slots", survivors.damaged());
    }
    survivors.knows(life.replica().firstDamaged());
    if (recovered.incompleteBecause() != null) {
      world.trace().event(self, "knows that", recovered.incompleteBecause());
    }
    boolean isMember = recovered.isMember(believed().recovery().durability());
    return memory.begins(recovered, survivors, isMember, failing);
  }

  /** What the core is told of its settings: the truth, unless a test wants it otherwise. */
  ReplicaSettings believed() {
    ReplicaSettings truth = settings.replica();
    RecoverySettings recovery = truth.recovery();
    Durability level = world.errors().level(recovery.durability());
    return new ReplicaSettings(
        self,
        truth.quorums(),
        truth.election(),
        truth.pipeline(),
        truth.relay(),
        truth.catchUp(),
        truth.learner(),
        new RecoverySettings(level, recovery.patienceNanos()),
        truth.snapshot(),
        truth.clients());
  }

  /** Whether it cannot be relied on: dead, without its memory or with a part of it lost. */
  public boolean isUnfit() {
    damaged = damaged && (!isAlive() || life.replica().firstDamaged() >= 0);
    return memory.isMissing() || damaged || failing && !keepsVotes();
  }

  /** Whether its disk may have lost something of which no process has learnt yet. */
  public boolean isSuspect() {
    return memory.isSuspect() || storage.mayLoseNames();
  }

  /** Whether it can join anew without all the others, for it has joined and will know that. */
  public boolean hasFormed() {
    return memory.hasFormed();
  }

  /** Whether it takes part now. */
  public boolean takesPart() {
    return isAlive() && life.replica().epoch() > 0;
  }

  /** Whether its votes survive it. */
  public boolean keepsVotes() {
    return settings.replica().recovery().durability().keepsVotes();
  }

  /** Whether it will know, after its next start, that it has taken part. */
  public boolean keepsRoster() {
    return settings.replica().recovery().durability().keepsRoster();
  }

  public boolean isAlive() {
    return life != null && !life.isOver();
  }

  public boolean leads() {
    return isAlive() && life.replica().leads();
  }

  /** The highest view that it follows or leads. */
  public View view() {
    return life.replica().promised();
  }

  /** Clients' frames that are held in memory. */
  public int framesHeld() {
    return life.ingress().held();
  }

  /** Of all that it has executed: equal on all replicas that have executed the same. */
  public long snapshotDigest() {
    return life.service().snapshotDigest();
  }

  /** Something that is to happen at a certain moment. */
  public Trap trap() {
    return trap;
  }

  /** The process stands still until what is returned is run. */
  public Runnable pause() {
    if (!isAlive()) {
      return () -> {};
    }
    world.trace().event(self, "is paused", "");
    SimulatedProcess paused = life.process();
    paused.pause();
    return () -> {
      world.trace().event(self, "is resumed", "");
      world.checks().resumes(self, world.scheduler().now());
      paused.resume();
    };
  }

  /** Every write to its disk takes this much longer, or less again; in every life. */
  public void slowDisk(long moreNanos) {
    slowDiskNanos += moreNanos;
  }

  long slowDiskNanos() {
    return slowDiskNanos;
  }

  /** Its wall clock is set: it jumps by so much. */
  public void setClock(long byMillis) {
    world.trace().event(self, "has its clock set by (ms)", byMillis);
    clockSetMillis += byMillis;
  }

  /** What it takes for the time of day, in milliseconds since the epoch. */
  long wallMillis() {
    return settings.clock().wallMillis(world.scheduler().now()) + clockSetMillis;
  }

  /** Nothing more gets to the disk until what is returned is run. */
  public Runnable stallDisk() {
    if (!isAlive()) {
      return () -> {};
    }
    Life stalled = life;
    stalled.journal().stall();
    return () -> stalled.process().run(stalled.journal()::endStall);
  }

  /** The service takes this much longer for each batch; 0 ends it. */
  public void slowDown(long nanos) {
    if (isAlive()) {
      life.service().slowDown(nanos);
    }
  }

  MemoryAccount memory() {
    return memory;
  }

  int self() {
    return self;
  }

  World world() {
    return world;
  }

  NodeSettings settings() {
    return settings;
  }

  Storage storage() {
    return storage;
  }
}
