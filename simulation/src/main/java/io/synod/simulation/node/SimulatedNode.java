package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.execution.Halt;
import io.synod.core.execution.UnknownVersion;
import io.synod.core.membership.Memberships;
import io.synod.core.message.Message;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.core.replica.Role;
import io.synod.core.session.SessionLimits;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.ReplicaState;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.DiskPace;
import io.synod.simulation.storage.KeptState;
import io.synod.simulation.storage.ReplicaDisks;
import io.synod.simulation.storage.ReplicaDisks.Loss;
import java.util.SplittableRandom;

/** One replica with all its processes: its disks stay, its processes come and go. */
public final class SimulatedNode {
  // Several times as long as a candidate waits before it tries again.
  private static final long END_NANOS_MAX = 500_000_000;

  private final int self;
  private final NodeSettings settings;
  private final World world;
  private final SplittableRandom random;
  private final Deployment deployment;
  private final ReplicaDisks disks;
  private final DiskPace pace;
  private final MemoryAccount memory;
  private final Trap trap = new Trap();
  // The latest process; null before the first.
  private ReplicaProcess process;
  private boolean damaged;
  private boolean left;
  private boolean failing;
  private Runnable onFailure = () -> {};
  private Runnable onReplaced = () -> {};
  private int fulls;
  private long clockSetMillis;
  private long slowNanos;

  /**
   * @param settings of {@code deployment}'s configuration
   */
  public SimulatedNode(
      NodeSettings settings, World world, Deployment deployment, SplittableRandom random) {
    this.self = settings.self();
    this.settings = settings;
    this.world = world;
    this.deployment = deployment;
    this.random = random;
    disks =
        new ReplicaDisks(
            "replica " + self, deployment.config().storage().segmentBytes(), random.split());
    pace = new DiskPace(settings.diskNanos());
    memory = new MemoryAccount(settings.replica().recovery().durability());
  }

  /** Starts a process; none may be running. */
  public void start() {
    world.trace().event(self, "starts", settings);
    world.checks().executions().begins(self);
    if (!keepsIncarnations()) {
      // At this level no state outlives its process.
      disks.lose();
    }
    left = false;
    process = new ReplicaProcess(this, deployment);
    process.service().slowForGood(slowNanos);
    process.start(disks, pace, clockSetMillis);
  }

  /** Whether a process runs. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether a process runs whose core has begun. */
  public boolean hasBegun() {
    return process != null && process.hasBegun();
  }

  /** The core of the current or latest process. */
  Replica replica() {
    return process.replica();
  }

  /** The number of its subscribers. */
  public int subscribers() {
    return replica().subscribers();
  }

  /** The replicas to which it has a connection. */
  public ReplicaSet connectedPeers() {
    return process.connectedPeers();
  }

  /** Whether a record has not become durable for {@code nanos}. Is asked often. */
  public boolean waitsForDisk(long nanos) {
    return process != null && process.waitsForDisk(nanos);
  }

  /** Events that its service has published to {@code session}; -1 if that is not open. */
  public long events(long session) {
    return process.service().service().events(session);
  }

  /** Timers of its service that are set. */
  public int timers() {
    return process.execution().timers();
  }

  /** A digest of the snapshot that it would take now. */
  public long snapshotDigest() {
    return SnapshotDigest.of(process.execution());
  }

  /** A message of a peer arrives outside of its connections. */
  public void receive(int from, Message message) {
    if (process != null) {
      process.receive(from, message);
    }
  }

  /** The connection to {@code peer} breaks. */
  public void disconnected(int peer) {
    if (process != null) {
      process.disconnected(peer);
    }
  }

  /** The replica is about to stop because of {@code reason}. */
  void fails(Throwable reason) {
    process.fails(reason);
  }

  /** Changes the duration of every write to its disk, for all processes. */
  public void slowDisk(long moreNanos) {
    pace.slow(moreNanos);
  }

  /** Stops all writes to the disk until the returned action is run. */
  public Runnable stallDisk() {
    pace.stall();
    return pace::endStall;
  }

  /** Delays each request of the service by this much; 0 ends the delay. */
  public void slowDown(long nanos) {
    if (isAlive()) {
      process.service().slowDown(nanos);
    }
  }

  /** Delays each request of the service by so much more, in all processes from now on. */
  public void slowForGood(long nanos) {
    slowNanos = nanos;
    if (isAlive()) {
      process.service().slowForGood(nanos);
    }
  }

  /** What its disks hold now; null if the journal cannot be read. */
  public KeptState kept(String cluster) {
    return KeptState.read(disks, cluster, self);
  }

  /** Kills the process; its machine continues. */
  public void kill() {
    world.trace().event(self, "is killed", "");
    process.die();
    disks.killed();
    memory.died();
  }

  /** Ends the machine; data that no disk holds is lost. */
  public void powerCut() {
    world.trace().event(self, "loses its power", "");
    process.die();
    disks.powerCut();
    memory.died();
  }

  /**
   * Asks it to end; it first closes its connections and its journal.
   *
   * @param ended run when it has ended, unless it dies before
   */
  public void stop(Runnable ended) {
    world.trace().event(self, "is asked to end", "");
    ReplicaProcess stopping = process;
    stopping.stop(
        () -> {
          if (process == stopping && isAlive()) {
            world.trace().event(self, "has ended", "");
            end();
            ended.run();
          }
        });
  }

  /** It ends because it was removed from the cluster. */
  void leaves() {
    end();
    left = true;
  }

  /** Whether it has ended because it was removed from the cluster. */
  public boolean hasLeft() {
    return left;
  }

  /** It stops by itself. */
  void stopped(String reason) {
    end();
    world.checks().members().stops(self, reason);
  }

  /**
   * It stops because another process has announced a later epoch in its place. Its threads end one
   * after the other, so that takes a while.
   */
  void replaced() {
    world.checks().members().replaced(self);
    memory.replaced();
    Replica ending = replica();
    world.scheduler().after(random.nextLong(END_NANOS_MAX), () -> endReplaced(ending));
  }

  private void endReplaced(Replica ending) {
    if (isAlive() && replica() == ending) {
      process.die();
      disks.killed();
      memory.died();
      onReplaced.run();
    }
  }

  /**
   * @param action run whenever it has stopped because it was replaced, or because of its build
   */
  public void onReplaced(Runnable action) {
    onReplaced = action;
  }

  /** It stops, because it does not know the version of the cluster; its next build does. */
  void tooOld(UnknownVersion reason) {
    world.trace().event(self, "is of an old build", reason.getMessage());
    world.builds().replace(self, reason.version());
    end();
    onReplaced.run();
  }

  /** Its disk has failed, and it stops. */
  void failed(Throwable failure) {
    world.trace().event(self, "fails", failure.getMessage());
    // Without space not even a new journal can begin.
    if (!failing && !isFull()) {
      throw new Violation("replica %d fails with a good disk: %s", self, failure.getMessage());
    }
    mendDisk();
    end();
    onFailure.run();
  }

  private void end() {
    process.die();
    disks.killed();
    memory.died();
  }

  /** Deletes everything on its disk. Called while it is down. */
  public void lose() {
    world.trace().event(self, "loses its directory", "");
    disks.lose();
    // A replica that has formed the cluster recognises it by its name, even if it has
    // not joined yet.
    memory.lost(Loss.CERTAINLY);
  }

  /** Damages its disk. Called while it is down. */
  public void damage(ReplicaDisks.Part part) {
    world.trace().event(self, "loses a", part);
    memory.lost(disks.damage(part));
  }

  /**
   * One of the next calls to its disk fails.
   *
   * @param action run when it has stopped because of that
   */
  public void failDisk(Runnable action) {
    willFail(action);
    memory.lost(disks.fail());
  }

  /**
   * Its journal's next force fails.
   *
   * @param action run when it has stopped because of that
   */
  public void failForce(Runnable action) {
    willFail(action);
    disks.failForce();
  }

  private void willFail(Runnable action) {
    world.trace().event(self, "has a disk that will fail", "");
    onFailure = action;
    failing = true;
  }

  /** Disarms all pending disk failures. */
  public void mendDisk() {
    failing = false;
    disks.mend();
  }

  /** Adds or removes a reason for a full disk. */
  public void fill(boolean more) {
    boolean before = isFull();
    fulls += more ? 1 : -1;
    if (isFull() != before) {
      world.trace().event(self, "has a disk that is full", isFull());
      disks.fill(isFull());
    }
  }

  boolean isFull() {
    return fulls > 0;
  }

  /** The state that a new process must have, checked against its own report. */
  Beginning beginning(Recovered recovered, Survivors survivors) {
    if (!survivors.damaged().isEmpty()) {
      damaged = true;
      world.trace().event(self, "cannot read the slots", survivors.damaged());
    }
    survivors.knows(replica().firstDamaged());
    if (recovered.incompleteBecause() != null) {
      world.trace().event(self, "knows that", recovered.incompleteBecause());
    }
    boolean isMember = recovered.isMember(settings.replica().recovery().durability());
    return memory.begins(recovered, survivors, isMember, failing);
  }

  /** Whether it is unreliable: dead, or without all or a part of its state. */
  public boolean isUnfit() {
    damaged = damaged && (!isAlive() || replica().firstDamaged() >= 0);
    boolean forgets = !keepsVotes() && (failing || isAlive() && process.isStopping());
    return memory.isMissing() || damaged || forgets;
  }

  /** Whether its disk may have lost data without any process knowing. */
  public boolean isSuspect() {
    return memory.isSuspect() || disks.mayLoseNames();
  }

  /** Whether it can join anew without all the others, since it has joined and will know that. */
  public boolean hasFormed() {
    return memory.hasFormed();
  }

  /** Whether it is a member now. */
  public boolean isMember() {
    return hasBegun() && replica().incarnationNumber() > 0;
  }

  /** Whether it is a standby now: alive and not listed in the membership that it knows. */
  public boolean isStandby() {
    return hasBegun() && replica().currentRole() == Role.STANDBY;
  }

  /** Those that it knows. */
  public Memberships memberships() {
    return replica().memberships();
  }

  /** It knows every slot before this one to be decided. */
  public long decided() {
    return replica().decided();
  }

  /** The number of the membership that it is in. */
  public long membership() {
    return memberships().current().number();
  }

  /** Whether its votes survive a restart. */
  public boolean keepsVotes() {
    return settings.replica().recovery().durability().keepsVotes();
  }

  /** Whether it will know, after its next start, that it has been a member. */
  public boolean keepsIncarnations() {
    return settings.replica().recovery().durability().keepsIncarnations();
  }

  public boolean leads() {
    return hasBegun() && replica().leads();
  }

  /** The highest view that it follows or leads. */
  public View view() {
    return replica().promised();
  }

  /** Its trap, for actions at certain moments. */
  public Trap trap() {
    return trap;
  }

  /** Pauses the process until the returned action is run. */
  public Runnable pause() {
    if (!isAlive()) {
      return () -> {};
    }
    world.trace().event(self, "is paused", "");
    Runnable resume = process.pause();
    return () -> {
      world.trace().event(self, "is resumed", "");
      world.checks().resumes(self, world.scheduler().now());
      resume.run();
    };
  }

  /** Sets its wall clock by this much. */
  public void setClock(long byMillis) {
    world.trace().event(self, "has its clock set by (ms)", byMillis);
    clockSetMillis += byMillis;
    if (isAlive()) {
      process.setClock(clockSetMillis);
    }
  }

  MemoryAccount memory() {
    return memory;
  }

  int self() {
    return self;
  }

  /** Its number. */
  public int number() {
    return self;
  }

  /** The request at which its service waits; null if it goes on, or no process runs. */
  public Halt halt() {
    return process == null ? null : process.halt();
  }

  /** The limits of sessions behind what it has executed; null if no process runs. */
  public SessionLimits limits() {
    return process == null ? null : process.limits();
  }

  World world() {
    return world;
  }

  NodeSettings settings() {
    return settings;
  }

  SplittableRandom random() {
    return random;
  }

  /** Whether it has a live leader or leads. */
  public boolean hasLiveLeader() {
    return isMember() && replica().leader(settings.clock().nanos(world.scheduler().now())) >= 0;
  }

  /** The state that the core reports. */
  ReplicaState state() {
    Replica core = replica();
    return new ReplicaState(
        core.leads(),
        core.promised(),
        core.decided(),
        core.delivered(),
        core.firstKept(),
        core.openSlots());
  }
}
