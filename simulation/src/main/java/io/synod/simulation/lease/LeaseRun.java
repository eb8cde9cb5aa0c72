package io.synod.simulation.lease;

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
import io.synod.core.settings.Durability;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.LeaseSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One seed: clients write and read by lease at every replica that leads or believes so. No read may
 * miss what was acknowledged before it was sent, while the rates of clocks are wrong by no more
 * than the settings say, and while the wall clock of a machine that was suspended shows it.
 */
public final class LeaseRun {
  private static final long MILLI = 1_000_000;
  private static final long ELECTION_NANOS = 100 * MILLI;
  private static final long HEARTBEAT_NANOS = 20 * MILLI;
  private static final long END_NANOS = 4_000 * MILLI;
  private static final int DRIFT_PPM_MAX = 200_000;
  private static final long NEVER = SnapshotSettings.NEVER;
  private static final int LOG_BYTES = 1 << 24;
  private static final int BACKLOG_SLOTS = 64;
  private static final int WINDOW = 4;
  private static final int READS_MAX = 1_000;
  private static final long OPERATION_NANOS_MAX = 3 * MILLI;
  private static final Batch BATCH = batch();

  private final Seeds seeds;
  private final Scheduler scheduler = new Scheduler();
  private final Answers answers = new Answers();
  private final List<LeasedReplica> replicas = new ArrayList<>();
  private final SplittableRandom clients;
  private final Quorums quorums;
  private final Links links;
  private final int driftPpm;
  private final boolean slowDisks;

  public LeaseRun(long seed) {
    this(seed, false);
  }

  /**
   * @param wallStops whether the wall clock of a suspended machine stands still too, which nothing
   *     can notice
   */
  public LeaseRun(long seed, boolean wallStops) {
    seeds = new Seeds(seed);
    clients = seeds.random("clients");
    quorums = quorums(seeds.random("quorums"));
    driftPpm = drift(seeds.random("drift"));
    slowDisks = seeds.random("disks").nextInt(4) == 0;
    int count = quorums.replicas();
    links = new Links(scheduler, seeds.random("links"), replicas, count);
    for (int self = 0; self < count; self++) {
      replicas.add(replica(self, wallStops));
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

  private LeasedReplica replica(int self, boolean wallStops) {
    SplittableRandom random = seeds.random("replica", self);
    int drift = driftPpm == DRIFT_PPM_MAX ? driftPpm : random.nextInt(driftPpm + 1);
    SkewedClock steady =
        new SkewedClock(-random.nextLong(1L << 60), random.nextBoolean() ? drift : -drift, 0);
    return new LeasedReplica(
        settings(self),
        scheduler,
        new MachineClock(scheduler, steady, wallStops),
        new SlowDisk(scheduler, random.split(), slowDisks, nonce(self), membership()),
        links,
        answers,
        random.split()::nextLong);
  }

  private JournalRecord membership() {
    Incarnations formed = Incarnations.unknown(quorums.members());
    for (int replica = 0; replica < quorums.replicas(); replica++) {
      formed = formed.with(replica, new Incarnation(1, nonce(replica)));
    }
    return new JournalRecord.Joined(formed, MemberStatus.MEMBER);
  }

  private static long nonce(int replica) {
    return 1 + replica;
  }

  private ReplicaSettings settings(int self) {
    LeaseSettings lease = new LeaseSettings(true, driftPpm);
    return new ReplicaSettings(
        self,
        Membership.of(quorums, WINDOW),
        new StandbySettings("", "", 1, StandbySettings.FOREVER),
        new ElectionSettings(ELECTION_NANOS, HEARTBEAT_NANOS, PrioritySettings.NONE, lease),
        new PipelineSettings(WINDOW, HEARTBEAT_NANOS),
        RelaySettings.DIRECT,
        new CatchUpSettings(LOG_BYTES, HEARTBEAT_NANOS),
        new LearnerSettings(BACKLOG_SLOTS, LOG_BYTES, LOG_BYTES),
        new RecoverySettings(Durability.SYNC, NEVER),
        new SnapshotSettings(NEVER, NEVER, NEVER, LOG_BYTES, LOG_BYTES, ELECTION_NANOS),
        new ClientBounds(READS_MAX, LOG_BYTES));
  }

  private static Batch batch() {
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 1, 1, 1, 1);
    return Batch.close(bytes, 0, 1);
  }

  /**
   * Runs it.
   *
   * @return reads that were answered by lease
   * @throws Violation if a read has missed what was acknowledged before it
   */
  public long run() {
    replicas.forEach(LeasedReplica::start);
    operate();
    SplittableRandom setBacks = seeds.random("set-backs");
    boolean areAny = setBacks.nextInt(4) == 0;
    SplittableRandom faults = seeds.random("faults");
    new LeaseFaults(scheduler, faults, areAny ? setBacks : null, links, replicas).begin();
    while (scheduler.isBefore(END_NANOS)) {
      scheduler.runNext();
    }
    return answers.readsAtOnce();
  }

  /** Slots that were decided, to show that the run has done something. */
  public long decided() {
    return answers.acknowledgedEnd();
  }

  private void operate() {
    for (LeasedReplica replica : replicas) {
      if (replica.leads()) {
        if (clients.nextInt(3) == 0) {
          replica.write(BATCH);
        }
        replica.read();
      }
    }
    scheduler.after(clients.nextLong(1, OPERATION_NANOS_MAX), this::operate);
  }
}
