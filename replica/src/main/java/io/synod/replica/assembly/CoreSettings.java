package io.synod.replica.assembly;

import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.Membership;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.time.Timeouts;
import io.synod.replica.config.LimitsConfig;
import io.synod.replica.config.SnapshotConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.TimeoutsConfig;
import io.synod.tuning.timeouts.MeasuredTimeouts;

/** The settings of the core, taken from the configuration. Any thread. */
public final class CoreSettings {
  // A part waits for a disk at each end.
  private static final int PART_TIMEOUTS = 5;

  // A part is asked for again after 1, 2, 4 and 8 timeouts; the last one may be on its way.
  private static final long PIN_TIMEOUTS = 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private CoreSettings() {}

  /**
   * Of replica {@code self}.
   *
   * @throws IllegalArgumentException if there is no such replica
   */
  public static ReplicaSettings replica(SynodConfig config, int self) {
    LimitsConfig limits = config.limits();
    return new ReplicaSettings(
        self,
        Membership.of(config.cluster().quorums(), Math.max(512, config.pipeline().window())),
        new StandbySettings(
            config.cluster().replica(self).peerText(),
            config.cluster().replica(self).clientText(),
            10_000,
            StandbySettings.FOREVER),
        config.election(),
        config.pipeline(),
        config.relay(),
        config.catchUp(),
        new LearnerSettings(
            limits.backlogSlots(), limits.logBytes(), limits.logBytes(), limits.marginBytes()),
        new RecoverySettings(config.durability(), config.storage().repairTimeoutNanos()),
        snapshots(
            config, config.durability().keepsVotes(), config.durability().keepsIncarnations()),
        new ClientBounds(limits.readsMax(), config.network().clientBufferBytes()));
  }

  /** Those of {@code core}, or such that follow what the replica measures. */
  static Timeouts timeouts(SynodConfig config, ReplicaSettings core) {
    TimeoutsConfig timeouts = config.timeouts();
    return timeouts.areFixed()
        ? core.timeouts()
        : new MeasuredTimeouts(timeouts.election(), timeouts.retransmit(), timeouts.catchUp());
  }

  /**
   * When a learner takes snapshots, and how it fetches them.
   *
   * @param kept whether it has a directory
   */
  static SnapshotSettings learnerSnapshots(SynodConfig config, boolean kept) {
    return snapshots(config, kept, kept);
  }

  /**
   * How long a snapshot is kept for a peer to which a part of it was sent: until that has certainly
   * asked for the next one, or is gone.
   */
  static long snapshotPinNanos(SynodConfig config) {
    SnapshotConfig snapshot = config.snapshot();
    long partNanos = snapshot.partBytes() * NANOS_PER_SECOND / snapshot.bytesPerSecond();
    return PIN_TIMEOUTS * PART_TIMEOUTS * config.catchUp().timeoutNanos() + partNanos;
  }

  /** Where no journal grows, a snapshot is of use only to a peer that needs one. */
  private static SnapshotSettings snapshots(SynodConfig config, boolean grows, boolean kept) {
    SnapshotConfig snapshot = config.snapshot();
    return new SnapshotSettings(
        grows ? snapshot.logBytes() : SnapshotSettings.NEVER,
        grows ? snapshot.logSlots() : SnapshotSettings.NEVER,
        kept ? snapshot.maxAgeNanos() : SnapshotSettings.NEVER,
        snapshot.bytesPerSecond(),
        snapshot.partBytes(),
        PART_TIMEOUTS * config.catchUp().timeoutNanos());
  }
}
