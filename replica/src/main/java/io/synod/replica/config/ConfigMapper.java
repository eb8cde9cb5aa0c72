package io.synod.replica.config;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.DirectIo;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.LeaseSettings;
import io.synod.core.settings.OnException;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.settings.SyncMethod;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Cuts a checked draft into the records that the parts of a replica take. */
final class ConfigMapper {
  private ConfigMapper() {}

  static ClusterConfig cluster(ConfigDraft draft) {
    int replicas = draft.replicaIds().size();
    Quorums quorums =
        new Quorums(
            ReplicaSet.of(draft.replicaIds()),
            QuorumSize.among(replicas, draft.number(Setting.CLUSTER_PHASE1_QUORUM)),
            QuorumSize.among(replicas, draft.number(Setting.CLUSTER_PHASE2_QUORUM)));
    return new ClusterConfig(
        (String) draft.value(Setting.CLUSTER_NAME),
        draft.replicaIds().stream().map(draft::replica).toList(),
        quorums);
  }

  static MembershipConfig membership(ConfigDraft draft) {
    return new MembershipConfig(
        (ClusterBegin) draft.value(Setting.CLUSTER_BEGIN),
        draft.count(Setting.MEMBERSHIP_ALPHA),
        draft.number(Setting.MEMBER_LAG_MAX),
        draft.number(Setting.MEMBER_LINGER));
  }

  static BatchSettings batch(ConfigDraft draft) {
    return new BatchSettings(
        draft.count(Setting.BATCH_MAX_BYTES),
        draft.number(Setting.BATCH_MAX_DELAY),
        (BatchPolicy) draft.value(Setting.BATCH_POLICY),
        draft.number(Setting.QUEUE_MAX_BYTES));
  }

  static AutopilotConfig autopilot(ConfigDraft draft) {
    BatchLimits most =
        new BatchLimits(draft.count(Setting.BATCH_MAX_BYTES), draft.count(Setting.PIPELINE_WINDOW));
    BatchLimits least =
        new BatchLimits(
            (int) draft.least(Setting.BATCH_MAX_BYTES), (int) draft.least(Setting.PIPELINE_WINDOW));
    long inFlightBytes =
        Math.min(
            draft.number(Setting.NETWORK_PEER_BUFFER) / 2, draft.number(Setting.LOG_MAX_BYTES) / 4);
    boolean on = draft.isAuto(Setting.BATCH_MAX_BYTES) || draft.isAuto(Setting.PIPELINE_WINDOW);
    return new AutopilotConfig(
        on,
        least,
        most,
        Math.max(inFlightBytes, most.maxBytes()),
        draft.timeout(Setting.ELECTION_TIMEOUT).startNanos() / AutopilotConfig.QUEUE_SHARE,
        draft.number(Setting.TUNING_MAX_LATENCY),
        on && draft.value(Setting.TUNING_TRIALS) == Switch.ON);
  }

  static NetworkConfig network(ConfigDraft draft) {
    return new NetworkConfig(
        draft.count(Setting.NETWORK_MAX_FRAME),
        draft.count(Setting.NETWORK_PEER_BUFFER),
        draft.count(Setting.NETWORK_CLIENT_BUFFER),
        draft.number(Setting.NETWORK_REPLIES_MAX),
        draft.number(Setting.NETWORK_UNFINISHED_MAX),
        draft.number(Setting.NETWORK_IDLE_TIMEOUT),
        draft.count(Setting.NETWORK_MAX_CONNECTIONS),
        draft.count(Setting.NETWORK_CLIENT_THREADS),
        (TransportChoice) draft.value(Setting.NETWORK_TRANSPORT),
        draft.count(Setting.NETWORK_DATAGRAM_MAX_BYTES));
  }

  static InstrumentationConfig instrumentation(ConfigDraft draft) {
    return new InstrumentationConfig(
        draft.value(Setting.INSTRUMENTATION) == Switch.ON,
        draft.number(Setting.INSTRUMENTATION_INTERVAL),
        draft.value(Setting.INSTRUMENTATION_CSV) instanceof Path file
            ? Optional.of(file)
            : Optional.empty(),
        draft.count(Setting.METRICS_PORT),
        draft.number(Setting.NETWORK_BANDWIDTH));
  }

  static PipelineSettings pipeline(ConfigDraft draft) {
    return new PipelineSettings(
        draft.count(Setting.PIPELINE_WINDOW),
        draft.timeout(Setting.PIPELINE_RETRANSMIT).startNanos());
  }

  static RelaySettings relay(ConfigDraft draft) {
    if (draft.value(Setting.DISSEMINATION) == DisseminationChoice.DIRECT) {
      return RelaySettings.DIRECT;
    }
    RelayGrouping.Groups groups = (RelayGrouping.Groups) draft.value(Setting.RELAY_GROUPS);
    if (groups.equals(RelayGrouping.Groups.BY_REGION)) {
      groups = new RelayGrouping.Groups(0, regions(draft));
    }
    return groups.settings(draft.count(Setting.RELAY_ANSWERS), draft.number(Setting.RELAY_TIMEOUT));
  }

  /** The replicas of each region, in the order of their first ones. */
  private static List<ReplicaSet> regions(ConfigDraft draft) {
    Map<String, ReplicaSet> regions = new LinkedHashMap<>();
    draft
        .details(ReplicaDetail.REGION)
        .forEach((id, name) -> regions.merge((String) name, ReplicaSet.of(id), ReplicaSet::with));
    return List.copyOf(regions.values());
  }

  static ElectionSettings election(ConfigDraft draft) {
    return new ElectionSettings(
        draft.timeout(Setting.ELECTION_TIMEOUT).startNanos(),
        draft.number(Setting.ELECTION_HEARTBEAT),
        new PrioritySettings(priorities(draft), draft.number(Setting.LEADER_SETTLE)),
        lease(draft));
  }

  private static LeaseSettings lease(ConfigDraft draft) {
    return new LeaseSettings(
        draft.value(Setting.READS_LEASE) == Switch.ON, draft.count(Setting.READS_CLOCK_DRIFT));
  }

  private static Map<Integer, Integer> priorities(ConfigDraft draft) {
    Map<Integer, Integer> priorities = new TreeMap<>();
    draft
        .details(ReplicaDetail.PRIORITY)
        .forEach((id, priority) -> priorities.put(id, Math.toIntExact((Long) priority)));
    return priorities;
  }

  static CatchUpSettings catchUp(ConfigDraft draft) {
    return new CatchUpSettings(
        draft.count(Setting.CATCH_UP_MAX_BYTES),
        draft.timeout(Setting.CATCH_UP_TIMEOUT).startNanos());
  }

  static TimeoutsConfig timeouts(ConfigDraft draft) {
    return new TimeoutsConfig(
        draft.timeout(Setting.ELECTION_TIMEOUT),
        draft.timeout(Setting.PIPELINE_RETRANSMIT),
        draft.timeout(Setting.CATCH_UP_TIMEOUT));
  }

  static StorageConfig storage(ConfigDraft draft) {
    return new StorageConfig(
        (Path) draft.value(Setting.STORAGE_DIRECTORY),
        draft.number(Setting.STORAGE_MAX_BYTES),
        draft.number(Setting.STORAGE_RESERVE),
        draft.number(Setting.STORAGE_REPAIR_TIMEOUT),
        draft.number(Setting.JOURNAL_SEGMENT_BYTES),
        (DirectIo) draft.value(Setting.JOURNAL_DIRECT),
        (SyncMethod) draft.value(Setting.JOURNAL_SYNC));
  }

  static SnapshotConfig snapshot(ConfigDraft draft) {
    return new SnapshotConfig(
        draft.number(Setting.SNAPSHOT_LOG_BYTES),
        draft.number(Setting.SNAPSHOT_LOG_SLOTS),
        draft.number(Setting.SNAPSHOT_MAX_AGE),
        draft.number(Setting.SNAPSHOT_MAX_RATE),
        draft.number(Setting.SNAPSHOT_WRITE_RATE),
        (int)
            Math.min(
                draft.count(Setting.SNAPSHOT_PART_BYTES),
                draft.number(Setting.NETWORK_MAX_FRAME) - NetworkConfig.HEADERS_BYTES));
  }

  static LimitsConfig limits(ConfigDraft draft) {
    return new LimitsConfig(
        draft.number(Setting.LOG_MAX_BYTES),
        Math.min(draft.number(Setting.LOG_MARGIN_BYTES), draft.number(Setting.LOG_MAX_BYTES)),
        draft.count(Setting.EXECUTION_BACKLOG),
        draft.count(Setting.READS_MAX_WAITING));
  }

  static ServiceSettings service(ConfigDraft draft) {
    return new ServiceSettings(
        (OnException) draft.value(Setting.SERVICE_ON_EXCEPTION),
        draft.count(Setting.SERVICE_MAX_TIMERS),
        draft.count(Setting.SERVICE_DIGEST_SLOTS));
  }

  static SessionSettings session(ConfigDraft draft) {
    return new SessionSettings(
        draft.number(Setting.SESSION_IDLE_TIMEOUT),
        draft.count(Setting.SESSION_MAX_OUTSTANDING),
        draft.count(Setting.SESSION_MAX_COUNT),
        new AnswerLimits(
            draft.count(Setting.SESSION_MAX_ANSWER_BYTES),
            draft.number(Setting.SESSION_MAX_KEPT_BYTES),
            draft.number(Setting.SESSION_MAX_ALL_KEPT_BYTES)),
        draft.number(Setting.SESSION_MAX_EVENT_BYTES));
  }
}
