package io.synod.simulation;

import io.synod.core.cluster.Quorums;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.settings.Durability;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.fault.RestartPlan;
import java.util.SplittableRandom;

/**
 * Draws what a scenario keeps and how its replicas come back. In some so little is kept that
 * whoever was away needs a snapshot.
 */
final class DurabilityDraw {
  private static final long MILLI = 1_000_000;
  private static final long LOG_BYTES_MAX = 1 << 24;
  private static final int PART_BYTES_MIN = 16;
  private static final long NEVER = SnapshotSettings.NEVER;
  // In which whoever has lost a vote gets a snapshot, if need be, whatever else goes wrong.
  private static final long REPAIR_NANOS = 2_000 * MILLI;

  private static final long PATIENCE_NANOS = 3_600_000 * MILLI;

  private final SplittableRandom random;
  private RecoverySettings recovery;
  private boolean tooMany;
  private long logBytes;

  DurabilityDraw(SplittableRandom random) {
    this.random = random;
  }

  RestartPlan restarts(Quorums quorums) {
    double share = random.nextInt(4) == 0 ? 0 : random.nextDouble(0.15, 0.7);
    tooMany = random.nextInt(12) == 0;
    return new RestartPlan(share, quorums.losable(), tooMany);
  }

  void drawRecovery(FaultPlan faults) {
    Durability[] levels = Durability.values();
    Durability level =
        random.nextInt(3) == 0 ? Durability.SYNC : levels[random.nextInt(levels.length)];
    // Whoever is lost must have met the others that are before it gives up, and nobody may who can
    // be helped once the faults are over: until then they may let nothing be decided.
    long shortest = faults.durationNanos() + 2 * faults.lengthNanos() + REPAIR_NANOS;
    long patience = tooMany ? random.nextLong(shortest, shortest + shortest / 4) : PATIENCE_NANOS;
    recovery = new RecoverySettings(level, patience);
  }

  /** Mostly journals of bytes, where there is one; small segments, so that there are many. */
  long segmentBytes() {
    boolean facts = recovery.durability() == Durability.MEMORY || random.nextInt(4) == 0;
    return facts ? 0 : 4096L * random.nextInt(1, 5);
  }

  RecoverySettings recovery() {
    return recovery;
  }

  LearnerSettings learner(int backlogSlots) {
    logBytes = random.nextBoolean() ? LOG_BYTES_MAX : random.nextLong(1, 6_000);
    return new LearnerSettings(backlogSlots, logBytes, random.nextLong(1 + logBytes));
  }

  SnapshotSettings snapshot() {
    long bytes = random.nextBoolean() ? NEVER : random.nextLong(50, 5_000);
    long slots = random.nextBoolean() ? NEVER : random.nextLong(1, 60);
    long age = random.nextBoolean() ? NEVER : random.nextLong(20 * MILLI, 2_000 * MILLI);
    long rate = random.nextBoolean() ? 1L << 30 : random.nextLong(2_000, 100_000);
    int part = random.nextInt(3) == 0 ? random.nextInt(1, 200) : random.nextInt(100, 2_000);
    // Byte by byte nobody ever catches up with who keeps nothing.
    int least = logBytes < LOG_BYTES_MAX ? PART_BYTES_MIN : 1;
    return new SnapshotSettings(
        bytes, slots, age, rate, Math.max(least, part), random.nextLong(5 * MILLI, 60 * MILLI));
  }

  long snapshotNanos() {
    return random.nextBoolean() ? 0 : random.nextLong(5 * MILLI);
  }
}
