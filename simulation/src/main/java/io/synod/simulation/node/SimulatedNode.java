package io.synod.simulation.node;

import io.synod.core.cluster.View;
import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.message.Message;
import io.synod.core.recovery.Durability;
import io.synod.core.recovery.Recovered;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.replica.Role;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.Beginning.Memory;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.storage.Storage;
import java.util.SplittableRandom;

/** One replica over all its lives: its storage lasts, its processes come and go. */
public final class SimulatedNode {
  private final int self;
  private final NodeSettings settings;
  private final World world;
  private final Seeds seeds;
  private final int clients;
  private final SplittableRandom random;
  private final Storage storage;
  private final Trap trap = new Trap();
  private Life life;
  private int lives;
  private boolean everJoined;
  private boolean joinIsDurable;
  private boolean missing;
  private boolean damaged;
  private int fulls;
  private Memory memory = Memory.WHOLE;

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
    random = seeds.random("node", self);
  }

  /** A process starts, which must not run already. */
  public void start() {
    world.trace().event(self, "starts", settings);
    life = new Life(this, random, clients);
    life.start(seeds.random("replica", self + 100 * lives++).nextLong());
    if (fulls > 0) {
      life.tell(new Event.StorageFull(true));
    }
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

  /** The connection to {@code peer} breaks. */
  public void disconnected(int peer) {
    if (isAlive()) {
      life.disconnected(peer);
    }
  }

  /** The process dies, its machine lives. */
  public void kill() {
    world.trace().event(self, "is killed", "");
    life.die();
    storage.killed();
    forgot();
  }

  /** The machine dies, and what no disk holds is lost. */
  public void powerCut() {
    world.trace().event(self, "loses its power", "");
    life.die();
    storage.powerCut();
    forgot();
  }

  /** Below sync a replica that has died does not know any more what it has voted. */
  private void forgot() {
    boolean everything = settings.replica().recovery().durability() == Durability.MEMORY;
    if (everything || everJoined && !keepsVotes()) {
      missing = true;
      memory = Memory.LOST;
    }
    missing |= everJoined && !joinIsDurable;
  }

  void stopped(String reason) {
    life.die();
    storage.killed();
    forgot();
    world.checks().stops(self, reason);
  }

  /** It takes part, unless it dies before that is durable. */
  void joined() {
    everJoined = true;
    joinIsDurable = false;
    if (!keepsVotes()) {
      remembers();
    }
  }

  /** It will know that it takes part, unless its machine dies before that is durable. */
  void joinIsWritten() {
    if (keepsVotes()) {
      memory = Memory.WHOLE;
    }
  }

  void joinIsDurable() {
    if (keepsVotes()) {
      remembers();
    }
  }

  private void remembers() {
    joinIsDurable = true;
    missing = false;
    memory = Memory.WHOLE;
  }

  /** Everything on its disk is gone. While it is down. */
  public void lose() {
    world.trace().event(self, "loses its directory", "");
    storage.lose();
    // Who has formed the cluster knows it by what it was called, even if it has not joined yet.
    missing = true;
    memory = Memory.LOST;
  }

  /** Something on its disk is gone, nobody knows what. While it is down. */
  public void damageUnknown() {
    world.trace().event(self, "loses something", "");
    storage.damageUnknown();
    missing = true;
    memory = Memory.LOST;
  }

  /** A vote on its disk is gone. While it is down. */
  public void damageVote() {
    damaged |= storage.damageVote();
    world.trace().event(self, "loses a vote", damaged);
  }

  /** Its newest snapshot is gone, and with it perhaps what no journal holds. While it is down. */
  public void damageSnapshot() {
    boolean needed = storage.damageSnapshot();
    world.trace().event(self, "loses a snapshot, needed", needed);
    if (needed && memory == Memory.WHOLE) {
      memory = Memory.EITHER;
      missing = everJoined;
    }
  }

  /** There is no more space, or one reason less for that. */
  public void full(boolean more) {
    boolean before = fulls > 0;
    fulls += more ? 1 : -1;
    boolean now = fulls > 0;
    if (now != before) {
      world.trace().event(self, "has a disk that is full", now);
      storage.full(now);
      if (isAlive()) {
        life.tell(new Event.StorageFull(now));
      }
    }
  }

  Beginning beginning(Recovered recovered, Survivors survivors) {
    Durability level = settings.replica().recovery().durability();
    boolean isMember = recovered.isMember(world.errors().level(level));
    boolean none = keepsVotes() ? !survivors.isMember() : !everJoined;
    Memory now = none && memory != Memory.LOST ? Memory.NONE : memory;
    if (memory == Memory.EITHER && isMember) {
      memory = Memory.WHOLE;
    }
    everJoined |= isMember;
    joinIsDurable = isMember;
    missing = missing && !isMember || everJoined && !isMember;
    if (recovered.incompleteBecause() != null) {
      world.trace().event(self, "knows that", recovered.incompleteBecause());
    }
    return new Beginning(
        isMember,
        level.keeps(new Persisted.Promised(View.NONE)),
        recovered.promised(),
        recovered.snapshotEnd(),
        survivors.logEnd(),
        survivors.votes(),
        now);
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
        truth.catchUp(),
        truth.learner(),
        new RecoverySettings(level, recovery.patienceNanos()),
        truth.snapshot(),
        truth.readsMax());
  }

  /** Whether it cannot be relied on: dead, without its memory or with a part of it lost. */
  public boolean isUnfit() {
    damaged = damaged && (!isAlive() || life.replica().firstDamaged() >= 0);
    return missing || damaged;
  }

  /** Whether it has taken part in any life. */
  public boolean hasJoined() {
    return everJoined;
  }

  /** Whether it takes part now. */
  public boolean takesPart() {
    return isAlive() && life.replica().currentRole() != Role.JOINER;
  }

  /** Whether its votes survive it. */
  public boolean keepsVotes() {
    return settings.replica().recovery().durability().keepsVotes();
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
