package io.synod.simulation.cores;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.Membership;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.LeaseSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.version.KnownVersions;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One seed: clients write and read at every replica that leads or believes so. No read may miss
 * what was acknowledged before it was sent, while the rates of clocks are wrong by no more than the
 * settings say, and while the wall clock of a machine that was suspended shows it. Where an
 * operator changes the members too, see {@link MembershipChecks}, and the cluster decides again
 * once nothing is broken any more.
 */
public final class CoreRun {
  private static final long MILLI = 1_000_000;
  private static final long ELECTION_NANOS = 100 * MILLI;
  private static final long HEARTBEAT_NANOS = 20 * MILLI;
  private static final long END_NANOS = 4_000 * MILLI;
  private static final long CHANGES_END_NANOS = 3_000 * MILLI;
  // Longer than a leader takes a replica for connected.
  private static final long ACTIVE_NANOS = 6 * ELECTION_NANOS;
  // Faults last less than a second.
  private static final long MENDED_NANOS = 7_000 * MILLI;
  private static final long GOES_ON_NANOS = 9_000 * MILLI;
  private static final int DRIFT_PPM_MAX = 200_000;
  private static final long NEVER = SnapshotSettings.NEVER;
  private static final int LOG_BYTES = 1 << 24;
  private static final int BACKLOG_SLOTS = 64;
  private static final int WINDOW = 4;
  private static final int READS_MAX = 1_000;
  private static final long OPERATION_NANOS_MAX = 3 * MILLI;
  private static final int STANDBYS_MAX = 3;

  private final Seeds seeds;
  private final Consistency reads;
  private final Scheduler scheduler = new Scheduler();
  private final List<CoreReplica> replicas = new ArrayList<>();
  private final SplittableRandom clients;
  private final Quorums quorums;
  private final Links links;
  private final CoreWatch watch;
  private final int driftPpm;
  private final boolean slowDisks;
  // Null if the members stay.
  private final ChangeOperator operator;
  private long writes;

  private CoreRun(long seed, Consistency reads, boolean wallStops, boolean changes) {
    this.reads = reads;
    seeds = new Seeds(seed);
    clients = seeds.random("clients");
    quorums = quorums(seeds.random("quorums"));
    driftPpm = drift(seeds.random("drift"));
    slowDisks = seeds.random("disks").nextInt(4) == 0;
    SplittableRandom random = seeds.random("operator");
    int count = quorums.replicas() + (changes ? random.nextInt(1, STANDBYS_MAX + 1) : 0);
    links = new Links(scheduler, seeds.random("links"), replicas, count);
    operator =
        changes ? new ChangeOperator(scheduler, random.split(), replicas, CHANGES_END_NANOS) : null;
    watch = new CoreWatch(first(), scheduler, replicas, ACTIVE_NANOS, this::leads);
    for (int self = 0; self < count; self++) {
      replicas.add(replica(self, wallStops));
    }
  }

  /** Of members that stay. Reads at {@link Consistency#QUORUM} are sent to every replica. */
  public static CoreRun reads(long seed, Consistency consistency) {
    return new CoreRun(seed, consistency, false, false);
  }

  /**
   * Reads by lease, where the wall clock of a suspended machine stands still too, which nothing can
   * notice.
   */
  public static CoreRun withStoppedWalls(long seed) {
    return new CoreRun(seed, Consistency.LEASE, true, false);
  }

  /** With an operator who changes the members. */
  public static CoreRun changes(long seed) {
    List<Consistency> all = List.of(Consistency.LEADER, Consistency.QUORUM, Consistency.LEASE);
    int drawn = new Seeds(seed).random("reads").nextInt(all.size());
    return new CoreRun(seed, all.get(drawn), false, true);
  }

  private void leads(CoreReplica replica) {
    if (operator != null) {
      operator.leads(replica);
    }
  }

  private static Quorums quorums(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0, 1 -> Quorums.majority(5);
      case 2 -> new Quorums(4, 3, 2);
      default -> Quorums.majority(3);
    };
  }

  private static int drift(SplittableRandom random) {
    return random.nextBoolean() ? DRIFT_PPM_MAX : random.nextInt(1, DRIFT_PPM_MAX);
  }

  private CoreReplica replica(int self, boolean wallStops) {
    SplittableRandom random = seeds.random("replica", self);
    int drift = driftPpm == DRIFT_PPM_MAX ? driftPpm : random.nextInt(driftPpm + 1);
    SkewedClock steady =
        new SkewedClock(-random.nextLong(1L << 60), random.nextBoolean() ? drift : -drift, 0);
    SlowDisk disk = new SlowDisk(scheduler, random.split(), slowDisks, nonce(self));
    if (quorums.members().contains(self)) {
      disk.keep(joined());
    }
    return new CoreReplica(
        settings(self),
        scheduler,
        new MachineClock(scheduler, steady, wallStops),
        disk,
        links,
        watch,
        random.split()::nextLong);
  }

  private JournalRecord joined() {
    Incarnations formed = Incarnations.unknown(quorums.members());
    for (int replica = 0; replica < quorums.replicas(); replica++) {
      formed = formed.with(replica, new Incarnation(1, nonce(replica)));
    }
    return new JournalRecord.Joined(formed, MemberStatus.MEMBER);
  }

  private static long nonce(int replica) {
    return 1 + replica;
  }

  private Membership first() {
    return Membership.of(quorums, WINDOW);
  }

  private StandbySettings standby(int self) {
    if (operator == null) {
      return new StandbySettings("", "", 1, StandbySettings.FOREVER);
    }
    SplittableRandom random = seeds.random("standby", self);
    long lagMax = random.nextBoolean() ? 1 : 1_000;
    return new StandbySettings("", "", lagMax, random.nextBoolean() ? 0 : StandbySettings.FOREVER);
  }

  private ReplicaSettings settings(int self) {
    LeaseSettings lease = new LeaseSettings(reads.kind() == Consistency.Kind.LEASE, driftPpm);
    return new ReplicaSettings(
        self,
        first(),
        standby(self),
        new ElectionSettings(ELECTION_NANOS, HEARTBEAT_NANOS, PrioritySettings.NONE, lease),
        new PipelineSettings(WINDOW, HEARTBEAT_NANOS),
        RelaySettings.DIRECT,
        new CatchUpSettings(LOG_BYTES, HEARTBEAT_NANOS),
        new LearnerSettings(BACKLOG_SLOTS, LOG_BYTES, LOG_BYTES),
        new RecoverySettings(Durability.SYNC, NEVER),
        new SnapshotSettings(NEVER, NEVER, NEVER, LOG_BYTES, LOG_BYTES, ELECTION_NANOS),
        new ClientBounds(READS_MAX, LOG_BYTES),
        KnownVersions.FIRST);
  }

  /** Each differs from the others. */
  private Batch batch() {
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 1, 1, ++writes, 1);
    return Batch.close(bytes, 0, 1);
  }

  /**
   * Runs it.
   *
   * @return reads that were answered by lease
   * @throws Violation at the first event that must not be
   */
  public long run() {
    replicas.forEach(CoreReplica::start);
    operate();
    SplittableRandom setBacks = seeds.random("set-backs");
    boolean areAny = setBacks.nextInt(4) == 0;
    SplittableRandom random = seeds.random("faults");
    long faultsEnd = operator == null ? END_NANOS : CHANGES_END_NANOS;
    CoreFaults faults =
        new CoreFaults(scheduler, random, areAny ? setBacks : null, links, replicas, faultsEnd);
    faults.begin();
    if (operator == null) {
      runUntil(END_NANOS);
    } else {
      operator.begin();
      runUntil(MENDED_NANOS);
      long mended = watch.answers().acknowledgedEnd();
      runUntil(GOES_ON_NANOS);
      if (watch.answers().acknowledgedEnd() == mended) {
        throw new Violation("nothing is decided after slot %d, and nothing is broken", mended);
      }
    }
    return watch.answers().readsAtOnce();
  }

  private void runUntil(long endNanos) {
    while (scheduler.isBefore(endNanos)) {
      scheduler.runNext();
    }
  }

  /** Slots that were decided, to show that the run has done something. */
  public long decided() {
    return watch.answers().acknowledgedEnd();
  }

  /** Memberships that replicas have entered, without the first. */
  public int entered() {
    return watch.memberships().entered();
  }

  private void operate() {
    for (CoreReplica replica : replicas) {
      if (replica.leads() && clients.nextInt(3) == 0) {
        replica.write(batch());
      }
      if (replica.leads() || reads.kind() == Consistency.Kind.QUORUM) {
        replica.read(reads);
      }
    }
    scheduler.after(clients.nextLong(1, OPERATION_NANOS_MAX), this::operate);
  }
}
