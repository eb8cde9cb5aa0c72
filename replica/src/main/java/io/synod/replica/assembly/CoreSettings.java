package io.synod.replica.assembly;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.time.Timeouts;
import io.synod.core.version.KnownVersions;
import io.synod.replica.config.ClusterBegin;
import io.synod.replica.config.LimitsConfig;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SnapshotConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.TimeoutsConfig;
import io.synod.tuning.timeouts.MeasuredTimeouts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The settings of the core, taken from the configuration. Any thread. */
public final class CoreSettings {
  // A part waits for a disk at each end.
  private static final int PART_TIMEOUTS = 5;

  // A part is asked for again after 1, 2, 4 and 8 timeouts; the last one may be on its way.
  private static final long PIN_TIMEOUTS = 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private CoreSettings() {}

  /** Of replica {@code self}, with a service that has never changed its behaviour. */
  public static ReplicaSettings replica(SynodConfig config, int self) {
    return replica(config, self, KnownVersions.FIRST, false);
  }

  /**
   * Of replica {@code self}, which knows {@code versions}.
   *
   * @param wasMember whether its durable state is that of a member of the file's membership, which
   *     it then is with {@code cluster.begin = join} too
   * @throws IllegalArgumentException if there is no such replica
   */
  static ReplicaSettings replica(
      SynodConfig config, int self, KnownVersions versions, boolean wasMember) {
    LimitsConfig limits = config.limits();
    ReplicaAddress address = config.cluster().replica(self);
    boolean joins = config.membership().begin() == ClusterBegin.JOIN;
    ReplicaSet members = config.cluster().quorums().members();
    Membership first =
        firstMembership(
            config, joins && !wasMember ? members.without(ReplicaSet.of(self)) : members);
    return new ReplicaSettings(
        self,
        first,
        new StandbySettings(
            address.peerText(),
            address.clientText(),
            config.membership().lagMax(),
            joins ? StandbySettings.FOREVER : config.membership().lingerNanos()),
        config.election(),
        config.pipeline(),
        config.relay(),
        config.catchUp(),
        new LearnerSettings(
            limits.backlogSlots(), limits.logBytes(), limits.logBytes(), limits.marginBytes()),
        new RecoverySettings(config.durability(), config.storage().repairTimeoutNanos()),
        snapshots(
            config, config.durability().keepsVotes(), config.durability().keepsIncarnations()),
        new ClientBounds(limits.readsMax(), config.network().clientBufferBytes()),
        versions);
  }

  /** The membership of all replicas of the file, with which a cluster forms. */
  static Membership firstMembership(SynodConfig config) {
    return firstMembership(config, config.cluster().quorums().members());
  }

  /** Of {@code numbers}, which are replicas of the file. */
  private static Membership firstMembership(SynodConfig config, ReplicaSet numbers) {
    List<MemberEntry> members = new ArrayList<>();
    for (int number : numbers.numbers()) {
      ReplicaAddress address = config.cluster().replica(number);
      members.add(
          new MemberEntry(
              number,
              0,
              address.peerText(),
              address.clientText(),
              config.election().priorities().of(number),
              Incarnation.UNKNOWN));
    }
    Quorums quorums = config.cluster().quorums();
    return new Membership(
        0,
        0,
        config.membership().alpha(),
        members,
        quorum(quorums.phase1(), quorums.replicas(), members.size()),
        quorum(quorums.phase2(), quorums.replicas(), members.size()),
        ReplicaSet.EMPTY,
        hash(config.cluster().name()));
  }

  /** A majority of the replicas of the file is one of their members too. */
  private static int quorum(int ofFile, int replicas, int members) {
    int size = Math.min(ofFile, members);
    boolean isMajority = ofFile == replicas / 2 + 1 || size == members / 2 + 1;
    return isMajority ? Membership.MAJORITY : size;
  }

  /** FNV-1a. It is in the log, so it never changes. */
  static long hash(String name) {
    long hash = 0xcbf29ce484222325L;
    for (byte one : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (one & 0xFF)) * 0x100000001b3L;
    }
    return hash;
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
        snapshot.maxAgeNanos(),
        !kept,
        snapshot.bytesPerSecond(),
        snapshot.partBytes(),
        PART_TIMEOUTS * config.catchUp().timeoutNanos());
  }
}
