package io.synod.replica.config;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.AdminFrom;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.DirectIo;
import io.synod.core.settings.Durability;
import io.synod.core.settings.OnException;
import io.synod.core.settings.SyncMethod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The settings of {@code config/reference.properties}, typed: that file, which {@code synod config}
 * prints, has the meaning, range and default of each. Other settings have their defaults; a later
 * call replaces an earlier one. {@link #build} refuses values that are out of range; null throws
 * NullPointerException at once. Confined to one thread.
 */
public final class SynodConfigBuilder {
  private static final String ORIGIN = "builder";

  private final ConfigDraft draft;

  SynodConfigBuilder(ConfigDraft draft) {
    this.draft = draft;
  }

  /**
   * Any setting as a file would have it.
   *
   * @param key of {@link Setting}, or {@code replica.N}
   */
  public SynodConfigBuilder set(String key, String value) {
    Objects.requireNonNull(key, "key");
    draft.put(key, Objects.requireNonNull(value, key), ORIGIN);
    return this;
  }

  public SynodConfigBuilder clusterName(String name) {
    return put(Setting.CLUSTER_NAME, name);
  }

  /**
   * @param id 0 to 31; at most 25 replicas
   * @param host name or address, an IPv6 one without brackets
   * @throws IllegalArgumentException if this is no address
   */
  public SynodConfigBuilder replica(int id, String host, int peerPort, int clientPort) {
    Objects.requireNonNull(host, "host");
    draft.putReplica(id, new ReplicaAddress(host, peerPort, clientPort), ORIGIN);
    return this;
  }

  /**
   * Where a replica is, for {@link #relayGroupsByRegion}.
   *
   * @param name 1 to 64 of A-Z a-z 0-9 . _ -
   */
  public SynodConfigBuilder region(int id, String name) {
    draft.putDetail(ReplicaDetail.REGION, id, Objects.requireNonNull(name, "region"), ORIGIN);
    return this;
  }

  /**
   * Whether a replica should lead rather than others.
   *
   * @param priority 0 to 255; 0 for a replica that has none
   */
  public SynodConfigBuilder priority(int id, int priority) {
    draft.putDetail(ReplicaDetail.PRIORITY, id, Integer.toString(priority), ORIGIN);
    return this;
  }

  /** Promises that make a leader, and votes that decide a slot. */
  public SynodConfigBuilder quorums(int phase1, int phase2) {
    return put(Setting.CLUSTER_PHASE1_QUORUM, phase1).put(Setting.CLUSTER_PHASE2_QUORUM, phase2);
  }

  /** How a replica with an empty directory begins. */
  public SynodConfigBuilder clusterBegin(ClusterBegin begin) {
    return put(Setting.CLUSTER_BEGIN, begin);
  }

  /** A change of the members that is decided in slot s holds from slot {@code s + slots} on. */
  public SynodConfigBuilder membershipAlpha(int slots) {
    return put(Setting.MEMBERSHIP_ALPHA, slots);
  }

  public SynodConfigBuilder memberLagMax(long slots) {
    return put(Setting.MEMBER_LAG_MAX, slots);
  }

  public SynodConfigBuilder memberLinger(Duration time) {
    return put(Setting.MEMBER_LINGER, nanos(time));
  }

  public SynodConfigBuilder durability(Durability durability) {
    return put(Setting.DURABILITY, durability);
  }

  /** Of all replicas: replica N uses {@code replica-N} below it. */
  public SynodConfigBuilder storageDirectory(Path directory) {
    return put(Setting.STORAGE_DIRECTORY, directory);
  }

  /** Of each replica. */
  public SynodConfigBuilder storageMaxBytes(long bytes) {
    return put(Setting.STORAGE_MAX_BYTES, bytes);
  }

  public SynodConfigBuilder storageReserve(long bytes) {
    return put(Setting.STORAGE_RESERVE, bytes);
  }

  public SynodConfigBuilder storageRepairTimeout(Duration timeout) {
    return put(Setting.STORAGE_REPAIR_TIMEOUT, nanos(timeout));
  }

  public SynodConfigBuilder journalSegmentBytes(long bytes) {
    return put(Setting.JOURNAL_SEGMENT_BYTES, bytes);
  }

  public SynodConfigBuilder journalDirect(DirectIo direct) {
    return put(Setting.JOURNAL_DIRECT, direct);
  }

  public SynodConfigBuilder journalSync(SyncMethod method) {
    return put(Setting.JOURNAL_SYNC, method);
  }

  public SynodConfigBuilder snapshotLogBytes(long bytes) {
    return put(Setting.SNAPSHOT_LOG_BYTES, bytes);
  }

  public SynodConfigBuilder snapshotLogSlots(long slots) {
    return put(Setting.SNAPSHOT_LOG_SLOTS, slots);
  }

  public SynodConfigBuilder snapshotMaxAge(Duration age) {
    return put(Setting.SNAPSHOT_MAX_AGE, nanos(age));
  }

  public SynodConfigBuilder snapshotMaxRate(long bytesPerSecond) {
    return put(Setting.SNAPSHOT_MAX_RATE, bytesPerSecond);
  }

  public SynodConfigBuilder snapshotWriteRate(long bytesPerSecond) {
    return put(Setting.SNAPSHOT_WRITE_RATE, bytesPerSecond);
  }

  public SynodConfigBuilder snapshotPartBytes(int bytes) {
    return put(Setting.SNAPSHOT_PART_BYTES, bytes);
  }

  public SynodConfigBuilder batchMaxBytes(int bytes) {
    return put(Setting.BATCH_MAX_BYTES, bytes);
  }

  public SynodConfigBuilder batchMaxDelay(Duration delay) {
    return put(Setting.BATCH_MAX_DELAY, nanos(delay));
  }

  public SynodConfigBuilder batchPolicy(BatchPolicy policy) {
    return put(Setting.BATCH_POLICY, policy);
  }

  public SynodConfigBuilder queueMaxBytes(long bytes) {
    return put(Setting.QUEUE_MAX_BYTES, bytes);
  }

  public SynodConfigBuilder pipelineWindow(int slots) {
    return put(Setting.PIPELINE_WINDOW, slots);
  }

  public SynodConfigBuilder pipelineRetransmit(Duration after) {
    return put(Setting.PIPELINE_RETRANSMIT, nanos(after));
  }

  public SynodConfigBuilder dissemination(DisseminationChoice choice) {
    return put(Setting.DISSEMINATION, choice);
  }

  /** So many, drawn at random. */
  public SynodConfigBuilder relayGroups(int count) {
    return put(Setting.RELAY_GROUPS, RelayGrouping.Groups.drawn(count));
  }

  /**
   * The replicas of each; all replicas together, and groups may overlap.
   *
   * @param groups at least one
   * @throws IllegalArgumentException if there is none, or a number is not 0 to 31
   */
  public SynodConfigBuilder relayGroups(List<Set<Integer>> groups) {
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("no relay groups are given");
    }
    List<ReplicaSet> sets = new ArrayList<>();
    for (Set<Integer> group : groups) {
      ReplicaSet members = ReplicaSet.EMPTY;
      for (int replica : group) {
        if (!ReplicaSet.ANY.contains(replica)) {
          throw new IllegalArgumentException("a replica has a number from 0 to 31, not " + replica);
        }
        members = members.with(replica);
      }
      sets.add(members);
    }
    return put(Setting.RELAY_GROUPS, new RelayGrouping.Groups(0, List.copyOf(sets)));
  }

  /** One of each region. */
  public SynodConfigBuilder relayGroupsByRegion() {
    return put(Setting.RELAY_GROUPS, RelayGrouping.Groups.BY_REGION);
  }

  /** Votes after which a relay first reports to the leader; 0 for all of its group. */
  public SynodConfigBuilder relayAnswers(int votes) {
    return put(Setting.RELAY_ANSWERS, (long) votes);
  }

  public SynodConfigBuilder relayTimeout(Duration timeout) {
    return put(Setting.RELAY_TIMEOUT, nanos(timeout));
  }

  public SynodConfigBuilder electionTimeout(Duration timeout) {
    return put(Setting.ELECTION_TIMEOUT, nanos(timeout));
  }

  public SynodConfigBuilder electionHeartbeat(Duration interval) {
    return put(Setting.ELECTION_HEARTBEAT, nanos(interval));
  }

  /** A leader leads for so long before it has a replica of higher priority lead. */
  public SynodConfigBuilder leaderSettle(Duration time) {
    return put(Setting.LEADER_SETTLE, nanos(time));
  }

  public SynodConfigBuilder catchUpMaxBytes(int bytes) {
    return put(Setting.CATCH_UP_MAX_BYTES, bytes);
  }

  public SynodConfigBuilder catchUpTimeout(Duration timeout) {
    return put(Setting.CATCH_UP_TIMEOUT, nanos(timeout));
  }

  public SynodConfigBuilder logMaxBytes(long bytes) {
    return put(Setting.LOG_MAX_BYTES, bytes);
  }

  public SynodConfigBuilder logMarginBytes(long bytes) {
    return put(Setting.LOG_MARGIN_BYTES, bytes);
  }

  public SynodConfigBuilder executionBacklog(int slots) {
    return put(Setting.EXECUTION_BACKLOG, slots);
  }

  public SynodConfigBuilder readsMaxWaiting(int reads) {
    return put(Setting.READS_MAX_WAITING, reads);
  }

  public SynodConfigBuilder readsLease(boolean on) {
    return put(Setting.READS_LEASE, on ? Switch.ON : Switch.OFF);
  }

  /**
   * @param millionths of a clock's rate: 10,000 are 1 %
   */
  public SynodConfigBuilder readsClockDrift(int millionths) {
    return put(Setting.READS_CLOCK_DRIFT, millionths);
  }

  /**
   * @param timeout cut to milliseconds
   */
  public SynodConfigBuilder sessionIdleTimeout(Duration timeout) {
    // The longest Duration does not fit milliseconds either.
    return put(Setting.SESSION_IDLE_TIMEOUT, TimeUnit.MILLISECONDS.convert(timeout));
  }

  public SynodConfigBuilder sessionMaxOutstanding(int requests) {
    return put(Setting.SESSION_MAX_OUTSTANDING, requests);
  }

  public SynodConfigBuilder sessionMaxCount(int sessions) {
    return put(Setting.SESSION_MAX_COUNT, sessions);
  }

  public SynodConfigBuilder sessionMaxAnswerBytes(int bytes) {
    return put(Setting.SESSION_MAX_ANSWER_BYTES, bytes);
  }

  public SynodConfigBuilder sessionMaxKeptBytes(long bytes) {
    return put(Setting.SESSION_MAX_KEPT_BYTES, bytes);
  }

  public SynodConfigBuilder sessionMaxAllKeptBytes(long bytes) {
    return put(Setting.SESSION_MAX_ALL_KEPT_BYTES, bytes);
  }

  public SynodConfigBuilder sessionMaxEventBytes(long bytes) {
    return put(Setting.SESSION_MAX_EVENT_BYTES, bytes);
  }

  public SynodConfigBuilder serviceOnException(OnException answer) {
    return put(Setting.SERVICE_ON_EXCEPTION, answer);
  }

  public SynodConfigBuilder serviceMaxTimers(int timers) {
    return put(Setting.SERVICE_MAX_TIMERS, timers);
  }

  public SynodConfigBuilder serviceDigestSlots(int slots) {
    return put(Setting.SERVICE_DIGEST_SLOTS, slots);
  }

  public SynodConfigBuilder adminFrom(AdminFrom connections) {
    return put(Setting.ADMIN_FROM, connections);
  }

  public SynodConfigBuilder networkMaxFrame(int bytes) {
    return put(Setting.NETWORK_MAX_FRAME, bytes);
  }

  public SynodConfigBuilder networkPeerBuffer(int bytes) {
    return put(Setting.NETWORK_PEER_BUFFER, bytes);
  }

  public SynodConfigBuilder networkClientBuffer(int bytes) {
    return put(Setting.NETWORK_CLIENT_BUFFER, bytes);
  }

  public SynodConfigBuilder networkRepliesMax(long bytes) {
    return put(Setting.NETWORK_REPLIES_MAX, bytes);
  }

  public SynodConfigBuilder networkUnfinishedMax(long bytes) {
    return put(Setting.NETWORK_UNFINISHED_MAX, bytes);
  }

  public SynodConfigBuilder networkIdleTimeout(Duration timeout) {
    return put(Setting.NETWORK_IDLE_TIMEOUT, nanos(timeout));
  }

  public SynodConfigBuilder networkMaxConnections(int connections) {
    return put(Setting.NETWORK_MAX_CONNECTIONS, connections);
  }

  public SynodConfigBuilder networkClientThreads(int threads) {
    return put(Setting.NETWORK_CLIENT_THREADS, threads);
  }

  public SynodConfigBuilder networkTransport(TransportChoice transport) {
    return put(Setting.NETWORK_TRANSPORT, transport);
  }

  /** The longest frame between replicas that goes as a datagram; 0 for none. */
  public SynodConfigBuilder networkDatagramMaxBytes(int bytes) {
    return put(Setting.NETWORK_DATAGRAM_MAX_BYTES, bytes);
  }

  /**
   * Bandwidth of a link between replicas in each direction, from which its busy time is computed.
   */
  public SynodConfigBuilder networkBandwidth(long bitsPerSecond) {
    return put(Setting.NETWORK_BANDWIDTH, bitsPerSecond);
  }

  public SynodConfigBuilder tuningMaxLatency(Duration latency) {
    return put(Setting.TUNING_MAX_LATENCY, nanos(latency));
  }

  public SynodConfigBuilder tuningTrials(boolean on) {
    return put(Setting.TUNING_TRIALS, on ? Switch.ON : Switch.OFF);
  }

  public SynodConfigBuilder instrumentation(boolean on) {
    return put(Setting.INSTRUMENTATION, on ? Switch.ON : Switch.OFF);
  }

  public SynodConfigBuilder instrumentationInterval(Duration interval) {
    return put(Setting.INSTRUMENTATION_INTERVAL, nanos(interval));
  }

  /** Of all replicas: replica N puts {@code -N} before the ending. */
  public SynodConfigBuilder instrumentationCsv(Path file) {
    return put(Setting.INSTRUMENTATION_CSV, file);
  }

  /**
   * @param port of replica 0, the others' are the next ones; 0 for none
   */
  public SynodConfigBuilder metricsPort(int port) {
    return put(Setting.METRICS_PORT, port);
  }

  public SynodConfigBuilder threadLayout(ThreadLayout layout) {
    return put(Setting.THREADS_LAYOUT, layout);
  }

  /**
   * Checks the whole.
   *
   * @throws ConfigException with everything that is wrong
   */
  public SynodConfig build() {
    return draft.build(ORIGIN);
  }

  // The longest Duration does not fit nanoseconds; such a value is out of range in any case.
  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private SynodConfigBuilder put(Setting setting, long value) {
    return put(setting, (Object) value);
  }

  private SynodConfigBuilder put(Setting setting, Object value) {
    draft.put(setting, Objects.requireNonNull(value, setting.key()), ORIGIN);
    return this;
  }
}
