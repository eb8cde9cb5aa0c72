package io.synod.core.testing;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.log.Log;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.Memberships;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Recovered;
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
import io.synod.core.time.FixedTimeouts;
import io.synod.core.time.Timeouts;
import io.synod.core.version.KnownVersions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A replica's settings for tests; each method changes one and returns this. */
public final class Settings {
  public static final long MILLI = 1_000_000;
  public static final long ELECTION_NANOS = 100 * MILLI;
  public static final long HEARTBEAT_NANOS = 20 * MILLI;
  public static final long SETTLE_NANOS = 2 * ELECTION_NANOS;
  public static final long RETRANSMIT_NANOS = 30 * MILLI;
  public static final long RELAY_NANOS = 10 * MILLI;
  public static final long CATCH_UP_NANOS = 15 * MILLI;
  public static final long PART_NANOS = 25 * MILLI;
  public static final long PATIENCE_NANOS = 2_000 * MILLI;

  private Quorums quorums;
  private ElectionSettings election = election();
  private int window = 4;
  private int alpha;
  private long lagMax = 1 << 20;
  private long lingerNanos = StandbySettings.FOREVER;
  private int messageBytes = 1 << 20;
  private long logBytes = 1 << 20;
  private int backlogSlots = 64;
  private boolean servesJournal = true;
  private RelaySettings relay = RelaySettings.DIRECT;
  private int readsMax = 8;
  private Durability durability = Durability.SYNC;
  private long snapshotBytes = SnapshotSettings.NEVER;
  private long snapshotSlots = SnapshotSettings.NEVER;
  private long snapshotNanos = SnapshotSettings.NEVER;
  private long marginBytes;
  private int partBytes = 1 << 16;
  private KnownVersions known = KnownVersions.FIRST;
  private long bytesPerSecond = 1 << 30;

  private Settings(Quorums quorums) {
    this.quorums = quorums;
  }

  public static Settings of(int replicas) {
    return new Settings(Quorums.majority(replicas));
  }

  public Settings quorums(int phase1, int phase2) {
    quorums = new Quorums(quorums.replicas(), phase1, phase2);
    return this;
  }

  public Settings window(int slots) {
    window = slots;
    return this;
  }

  /** By way of so many groups, which are drawn. */
  public Settings relayGroups(int count, int answers) {
    relay = new RelaySettings(List.of(), count, answers, RELAY_NANOS);
    return this;
  }

  /** By way of these groups. */
  public Settings relayGroups(List<ReplicaSet> groups) {
    relay = new RelaySettings(groups, 0, 0, RELAY_NANOS);
    return this;
  }

  public Settings messageBytes(int bytes) {
    messageBytes = bytes;
    return this;
  }

  public Settings logBytes(long bytes) {
    logBytes = bytes;
    return this;
  }

  /** What is kept of the log although everybody has executed it. */
  public Settings marginBytes(long bytes) {
    marginBytes = bytes;
    return this;
  }

  /** What a replica has dropped from memory it does not find in its journal either. */
  public Settings withoutJournalReads() {
    servesJournal = false;
    return this;
  }

  boolean servesJournal() {
    return servesJournal;
  }

  public Settings backlogSlots(int slots) {
    backlogSlots = slots;
    return this;
  }

  public Settings readsMax(int reads) {
    readsMax = reads;
    return this;
  }

  public Settings durability(Durability level) {
    durability = level;
    return this;
  }

  /** A snapshot after so many slots; without this there is none unless a peer needs one. */
  public Settings snapshotSlots(long slots) {
    snapshotSlots = slots;
    return this;
  }

  /** A snapshot after so many bytes. */
  public Settings snapshotBytes(long bytes) {
    snapshotBytes = bytes;
    return this;
  }

  /** A snapshot after so much time. */
  public Settings snapshotNanos(long nanos) {
    snapshotNanos = nanos;
    return this;
  }

  public Settings parts(int bytes, long perSecond) {
    partBytes = bytes;
    bytesPerSecond = perSecond;
    return this;
  }

  /** By number; a leader settles for two election timeouts. */
  public Settings priorities(int... byReplica) {
    Map<Integer, Integer> priorities = new HashMap<>();
    for (int replica = 0; replica < byReplica.length; replica++) {
      priorities.put(replica, byReplica[replica]);
    }
    election =
        new ElectionSettings(
            ELECTION_NANOS,
            HEARTBEAT_NANOS,
            new PrioritySettings(priorities, SETTLE_NANOS),
            LeaseSettings.OFF);
    return this;
  }

  /** Leaders answer reads by lease. */
  public Settings leases(int driftPpm) {
    election =
        new ElectionSettings(
            ELECTION_NANOS,
            HEARTBEAT_NANOS,
            PrioritySettings.NONE,
            new LeaseSettings(true, driftPpm));
    return this;
  }

  public Quorums quorums() {
    return quorums;
  }

  public Durability durability() {
    return durability;
  }

  public int replicas() {
    return quorums.replicas();
  }

  /** How many slots after its decision a change of the membership holds; else the window. */
  public Settings alpha(int slots) {
    alpha = slots;
    return this;
  }

  /** What each process knows. */
  public Settings knowing(KnownVersions versions) {
    known = versions;
    return this;
  }

  /** A standby that lacks more slots than this is not made a member. */
  public Settings lagMax(long slots) {
    lagMax = slots;
    return this;
  }

  /** A removed replica ends so long after the cluster goes on without it. */
  public Settings linger(long nanos) {
    lingerNanos = nanos;
    return this;
  }

  /** Of a log in which the membership never changes. */
  public static MembershipLog memberships(Log log) {
    Membership first = Membership.of(Quorums.majority(3), 1);
    return new MembershipLog(Memberships.beginning(first), log.decided());
  }

  public Membership firstMembership() {
    return Membership.of(quorums, alpha == 0 ? window : alpha);
  }

  public ReplicaSettings replica(int self) {
    return new ReplicaSettings(
        self,
        firstMembership(),
        new StandbySettings("peer" + self + ":1", "client" + self + ":1", lagMax, lingerNanos),
        election,
        pipeline(window),
        relay,
        new CatchUpSettings(messageBytes, CATCH_UP_NANOS),
        new LearnerSettings(backlogSlots, logBytes, marginBytes),
        new RecoverySettings(durability, PATIENCE_NANOS),
        new SnapshotSettings(
            snapshotBytes, snapshotSlots, snapshotNanos, bytesPerSecond, partBytes, PART_NANOS),
        new ClientBounds(readsMax, 1 << 20),
        known);
  }

  /** What a replica of a cluster that has formed, and has done nothing yet, finds on its disk. */
  public Recovered member(int self) {
    Recovered recovered = new Recovered(nonce(self), 0);
    recovered.onJoined(membership());
    return recovered;
  }

  /** What each replica persists when the cluster has formed. */
  public JournalRecord.Joined membership() {
    return new JournalRecord.Joined(incarnations(replicas()), MemberStatus.MEMBER);
  }

  /** The answer of a member that leads nothing. */
  public static JoinReply memberReply(Incarnation to, Incarnations known, View promised) {
    return new JoinReply(
        promised.membership(), to, MemberStatus.MEMBER, known, promised, false, 0, 0, Origin.NONE);
  }

  /** Of a cluster that has formed. */
  public static Incarnations incarnations(int replicas) {
    Incarnations incarnations = Incarnations.unknown(ReplicaSet.all(replicas));
    for (int replica = 0; replica < replicas; replica++) {
      incarnations = incarnations.with(replica, new Incarnation(1, nonce(replica)));
    }
    return incarnations;
  }

  /** Of the first memory of {@code replica}. */
  public static long nonce(int replica) {
    return 1000 + replica;
  }

  public static ElectionSettings election() {
    return new ElectionSettings(ELECTION_NANOS, HEARTBEAT_NANOS);
  }

  public static Timeouts timeouts() {
    return new FixedTimeouts(ELECTION_NANOS, RETRANSMIT_NANOS, CATCH_UP_NANOS);
  }

  public static PipelineSettings pipeline(int window) {
    return new PipelineSettings(window, RETRANSMIT_NANOS);
  }
}
