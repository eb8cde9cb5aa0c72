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
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.LeaseSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.PrioritySettings;
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
 * operator changes the members too, or replicas lose their votes, see {@link MembershipChecks}, and
 * the cluster decides again once nothing is broken any more.
 */
public final class CoreRun {
  private static final long MILLI = 1_000_000;
  private static final long ELECTION_NANOS = 100 * MILLI;
  private static final long HEARTBEAT_NANOS = 20 * MILLI;
  // A candidate waits for no more than two election timeouts while replicas recover.
  private static final long SOON_NANOS = 5 * MILLI;
  private static final long END_NANOS = 4_000 * MILLI;
  private static final long FAULTS_END_NANOS = 3_000 * MILLI;
  // Longer than a leader takes a replica for connected.
  private static final long ACTIVE_NANOS = 6 * ELECTION_NANOS;
  // Faults last less than a second.
  private static final long MENDED_NANOS = 7_000 * MILLI;
  private static final long GOES_ON_NANOS = 2_000 * MILLI;
  // A replica that has lost its votes is down for ten milliseconds at most.
  private static final long LOSSES_MENDED_NANOS = 4_500 * MILLI;
  private static final long NEVER = SnapshotSettings.NEVER;
  private static final int LOG_BYTES = CoreDraw.LOG_BYTES;
  private static final int BACKLOG_SLOTS = 64;
  private static final int WINDOW = 4;
  private static final int READS_MAX = 1_000;
  private static final long OPERATION_NANOS_MAX = 3 * MILLI;
  private static final int STANDBYS_MAX = 3;
  // Of these steps of clients each leader is asked to write in one.
  private static final int WRITES = 3;
  private static final int WRITES_BESIDE_LOSSES = 12;
  private static final List<Consistency> ALL_READS =
      List.of(Consistency.LEADER, Consistency.QUORUM, Consistency.LEASE);

  private final Seeds seeds;
  private final CoreKind kind;
  private final Consistency reads;
  private final Scheduler scheduler = new Scheduler();
  private final List<CoreReplica> replicas = new ArrayList<>();
  private final SplittableRandom clients;
  private final Quorums quorums;
  private final Links links;
  private final CoreWatch watch;
  private final CoreDraw drawn;
  // Null if the members stay.
  private final ChangeOperator operator;
  // Null unless the members stay and lose their votes.
  private final LossFaults losses;
  private long writes;

  private CoreRun(long seed, Consistency reads, CoreKind kind) {
    this.reads = reads;
    this.kind = kind;
    seeds = new Seeds(seed);
    clients = seeds.random("clients");
    drawn = CoreDraw.of(seeds, kind);
    quorums = drawn.quorums();
    SplittableRandom random = seeds.random("operator");
    int count = quorums.replicas() + (kind.changes ? random.nextInt(1, STANDBYS_MAX + 1) : 0);
    links = new Links(scheduler, seeds.random("links"), replicas, count, kind.loses);
    operator =
        kind.changes
            ? new ChangeOperator(scheduler, random.split(), replicas, FAULTS_END_NANOS, kind.loses)
            : null;
    losses =
        kind.isOfLosses()
            ? new LossFaults(
                kind, scheduler, seeds.random("losses"), links, replicas, quorums, FAULTS_END_NANOS)
            : null;
    watch = new CoreWatch(first(), scheduler, replicas, ACTIVE_NANOS, this::leads);
    for (int self = 0; self < count; self++) {
      replicas.add(replica(self));
    }
  }

  /** Of members that stay. Reads at {@link Consistency#QUORUM} are sent to every replica. */
  public static CoreRun reads(long seed, Consistency consistency) {
    return new CoreRun(seed, consistency, CoreKind.READS);
  }

  /**
   * Reads by lease, where the wall clock of a suspended machine stands still too, which nothing can
   * notice.
   */
  public static CoreRun withStoppedWalls(long seed) {
    return new CoreRun(seed, Consistency.LEASE, CoreKind.STOPPED_WALLS);
  }

  /** With an operator who changes the members. */
  public static CoreRun changes(long seed) {
    return new CoreRun(seed, drawn(seed, ALL_READS), CoreKind.CHANGES);
  }

  /** Likewise, at a level that keeps no votes on disk. */
  public static CoreRun changesAndLosses(long seed) {
    return new CoreRun(seed, drawn(seed, ALL_READS), CoreKind.CHANGES_AND_LOSSES);
  }

  /** At a level that keeps no votes on disk, with replicas that lose theirs. */
  public static CoreRun losses(long seed) {
    // While a vow holds, a replica promises nothing that it could forget.
    List<Consistency> all =
        List.of(Consistency.LEADER, Consistency.LEADER, Consistency.QUORUM, Consistency.LEASE);
    return new CoreRun(seed, drawn(seed, all), CoreKind.LOSSES);
  }

  /** Likewise, each time while a leader ends a membership; the members stay. */
  public static CoreRun lossesAcross(long seed) {
    return new CoreRun(seed, Consistency.LEADER, CoreKind.LOSSES_ACROSS);
  }

  private static Consistency drawn(long seed, List<Consistency> all) {
    return all.get(new Seeds(seed).random("reads").nextInt(all.size()));
  }

  private void leads(CoreReplica replica) {
    if (operator != null) {
      operator.leads(replica);
    }
  }

  private CoreReplica replica(int self) {
    SplittableRandom random = seeds.random("replica", self);
    int most = drawn.driftPpm();
    int drift = most == CoreDraw.DRIFT_PPM_MAX ? most : random.nextInt(most + 1);
    SkewedClock steady =
        new SkewedClock(-random.nextLong(1L << 60), random.nextBoolean() ? drift : -drift, 0);
    SlowDisk disk =
        new SlowDisk(scheduler, random.split(), drawn.slowDisks(), nonce(self), drawn.level());
    if (drawn.level().keepsVotes() && quorums.members().contains(self)) {
      disk.keep(joined());
    }
    return new CoreReplica(
        settings(self),
        scheduler,
        new MachineClock(scheduler, steady, kind == CoreKind.STOPPED_WALLS),
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
    LeaseSettings lease =
        new LeaseSettings(reads.kind() == Consistency.Kind.LEASE, drawn.driftPpm());
    return new ReplicaSettings(
        self,
        first(),
        standby(self),
        new ElectionSettings(ELECTION_NANOS, HEARTBEAT_NANOS, PrioritySettings.NONE, lease),
        new PipelineSettings(WINDOW, HEARTBEAT_NANOS),
        drawn.relay(),
        new CatchUpSettings(drawn.messageBytes(), kind.loses ? SOON_NANOS : HEARTBEAT_NANOS),
        new LearnerSettings(BACKLOG_SLOTS, LOG_BYTES, LOG_BYTES),
        new RecoverySettings(drawn.level(), NEVER),
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
    if (losses == null) {
      beginFaults();
    } else {
      losses.begin();
    }
    if (operator != null) {
      operator.begin();
    }
    if (operator == null && losses == null) {
      runUntil(END_NANOS);
    } else {
      goOn();
    }
    return watch.answers().readsAtOnce();
  }

  private void beginFaults() {
    SplittableRandom setBacks = seeds.random("set-backs");
    boolean areAny = setBacks.nextInt(4) == 0;
    SplittableRandom random = seeds.random("faults");
    long faultsEnd = operator == null ? END_NANOS : FAULTS_END_NANOS;
    new CoreFaults(scheduler, random, areAny ? setBacks : null, links, replicas, faultsEnd).begin();
  }

  /** Until nothing has been broken for long, and on. */
  private void goOn() {
    long mendedNanos = losses == null ? MENDED_NANOS : LOSSES_MENDED_NANOS;
    runUntil(mendedNanos);
    long mended = watch.answers().acknowledgedEnd();
    runUntil(mendedNanos + GOES_ON_NANOS);
    if (watch.answers().acknowledgedEnd() == mended) {
      throw new Violation("nothing is decided after slot %d, and nothing is broken", mended);
    }
    for (int number = 0; losses != null && number < replicas.size(); number++) {
      if (!replicas.get(number).isMember()) {
        throw new Violation("replica %d is no member, and nothing is broken", number);
      }
    }
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
      if (replica.leads() && writesNow()) {
        replica.write(batch());
      }
      if (replica.leads() || reads.kind() == Consistency.Kind.QUORUM) {
        replica.read(reads);
      }
    }
    scheduler.after(clients.nextLong(1, OPERATION_NANOS_MAX), this::operate);
  }

  private boolean writesNow() {
    boolean isQuiet = losses != null && losses.areClientsQuiet();
    return !isQuiet && clients.nextInt(kind.loses ? WRITES_BESIDE_LOSSES : WRITES) == 0;
  }

  /** Times that a replica has lost its votes. */
  public int lost() {
    return losses.lost();
  }
}
