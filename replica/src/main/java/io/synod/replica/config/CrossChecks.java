package io.synod.replica.config;

import static io.synod.replica.config.NetworkConfig.HEADERS_BYTES;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.Durability;
import io.synod.core.settings.RelaySettings;
import io.synod.storage.journal.JournalSettings;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks conditions between settings. Skips values that are invalid by themselves. */
final class CrossChecks {

  /** {@code larger} must be at least {@code times * smaller + plus}. */
  private record AtLeast(Setting larger, Setting smaller, long times, long plus, String need) {

    static AtLeast once(Setting larger, Setting smaller, String need) {
      return new AtLeast(larger, smaller, 1, 0, need);
    }

    /** A frame must hold {@code what}, of a length that is set, and its headers. */
    static AtLeast frameWith(Setting length, String what) {
      String need = "%s and %dB of headers".formatted(what, HEADERS_BYTES);
      return new AtLeast(Setting.NETWORK_MAX_FRAME, length, 1, HEADERS_BYTES, need);
    }
  }

  private static final List<AtLeast> RULES =
      List.of(
          new AtLeast(
              Setting.ELECTION_TIMEOUT,
              Setting.ELECTION_HEARTBEAT,
              2,
              0,
              "two heartbeats, or a single late one deposes the leader"),
          new AtLeast(
              Setting.EXECUTION_BACKLOG,
              Setting.PIPELINE_WINDOW,
              2,
              0,
              "two windows, or the service starves the pipeline"),
          AtLeast.frameWith(Setting.BATCH_MAX_BYTES, "a batch"),
          new AtLeast(
              Setting.NETWORK_MAX_FRAME,
              Setting.CATCH_UP_MAX_BYTES,
              4,
              0,
              "four catch-up messages, since one of empty slots is mostly headers"),
          AtLeast.once(
              Setting.QUEUE_MAX_BYTES,
              Setting.NETWORK_MAX_FRAME,
              "the largest request, or that one is never admitted"),
          AtLeast.once(
              Setting.NETWORK_PEER_BUFFER,
              Setting.NETWORK_MAX_FRAME,
              "the largest frame, or that one is never sent"),
          AtLeast.once(
              Setting.LOG_MAX_BYTES,
              Setting.NETWORK_MAX_FRAME,
              "the largest batch, or that one is never kept"),
          AtLeast.once(
              Setting.LOG_MAX_BYTES,
              Setting.LOG_MARGIN_BYTES,
              "what is kept although every replica has executed it"),
          AtLeast.frameWith(Setting.SESSION_MAX_ANSWER_BYTES, "the largest answer"),
          new AtLeast(
              Setting.SESSION_MAX_KEPT_BYTES,
              Setting.SESSION_MAX_ANSWER_BYTES,
              ConfigDraft.ANSWERS_KEPT_MIN,
              0,
              "two of the largest answers, or hardly any request is executed"),
          AtLeast.once(
              Setting.SESSION_MAX_ALL_KEPT_BYTES,
              Setting.SESSION_MAX_KEPT_BYTES,
              "what one session keeps"),
          new AtLeast(
              Setting.NETWORK_REPLIES_MAX,
              Setting.NETWORK_CLIENT_BUFFER,
              ConfigDraft.FRAMES_MIN,
              0,
              "what waits for two slow clients"),
          new AtLeast(
              Setting.NETWORK_REPLIES_MAX,
              Setting.NETWORK_MAX_FRAME,
              ConfigDraft.FRAMES_MIN,
              0,
              "two of the largest frames"),
          new AtLeast(
              Setting.NETWORK_UNFINISHED_MAX,
              Setting.NETWORK_MAX_FRAME,
              ConfigDraft.FRAMES_MIN,
              0,
              "two of the largest frames"),
          new AtLeast(
              Setting.STORAGE_MAX_BYTES,
              Setting.STORAGE_RESERVE,
              2,
              0,
              "twice what stays free of it"),
          new AtLeast(
              Setting.STORAGE_MAX_BYTES,
              Setting.JOURNAL_SEGMENT_BYTES,
              4,
              0,
              "four journal segments, or there is hardly ever space for another one"),
          AtLeast.frameWith(Setting.SNAPSHOT_PART_BYTES, "a part of a snapshot"));

  // Their defaults are cut down to what the larger setting holds: see ConfigMapper.
  private static final Set<Setting> YIELDING =
      EnumSet.of(Setting.SNAPSHOT_PART_BYTES, Setting.LOG_MARGIN_BYTES);

  private final ConfigDraft draft;
  private final String source;

  CrossChecks(ConfigDraft draft, String source) {
    this.draft = draft;
    this.source = source;
  }

  void run() {
    for (Setting setting : Setting.values()) {
      if (setting.isRequired() && !draft.isGiven(setting)) {
        draft.problem(source, setting.key(), "is missing and has no default");
      }
    }
    RULES.forEach(this::atLeast);
    if (numbering()) {
      quorums(draft.replicaIds().size());
      metricsPorts(ReplicaSet.of(draft.replicaIds()).end() - 1);
      details();
      begin();
    }
    delay();
    segments();
    journalSpace();
    measured(Setting.INSTRUMENTATION_CSV, Optional.empty());
    measured(Setting.METRICS_PORT, 0L);
    ports();
  }

  private void atLeast(AtLeast rule) {
    if (!draft.isKnown(rule.larger()) || !draft.isKnown(rule.smaller())) {
      return;
    }
    if (!draft.isGiven(rule.smaller()) && YIELDING.contains(rule.smaller())) {
      return;
    }
    long least = rule.times() * draft.number(rule.smaller()) + rule.plus();
    if (draft.least(rule.larger()) >= least) {
      return;
    }
    String needs = rule.need() + " (" + written(rule.smaller()) + ")";
    if (draft.isGiven(rule.larger()) || !draft.isGiven(rule.smaller())) {
      blame(
          rule.larger(),
          "%s is less than %s: at least %s"
              .formatted(draft.text(rule.larger()), needs, rule.larger().type().format(least)));
    } else {
      blame(
          rule.smaller(),
          "%s is too much for %s, which must hold %s"
              .formatted(draft.text(rule.smaller()), written(rule.larger()), needs));
    }
  }

  private void delay() {
    if (draft.isKnown(Setting.BATCH_MAX_DELAY)
        && draft.isKnown(Setting.BATCH_POLICY)
        && draft.isAuto(Setting.BATCH_MAX_DELAY)
        && draft.value(Setting.BATCH_POLICY) != BatchPolicy.ADAPTIVE) {
      blame(
          Setting.BATCH_MAX_DELAY,
          "%s needs %s = adaptive, which gives each batch its share of the window; with %s write a time"
              .formatted(
                  draft.text(Setting.BATCH_MAX_DELAY),
                  Setting.BATCH_POLICY.key(),
                  written(Setting.BATCH_POLICY)));
    }
    if (draft.isKnown(Setting.BATCH_MAX_DELAY)
        && draft.isAuto(Setting.BATCH_MAX_DELAY)
        && draft.least(Setting.BATCH_MAX_DELAY) > 0) {
      blame(
          Setting.BATCH_MAX_DELAY,
          "%s begins above 0, but a batch closes at once when nothing is in flight: begin with 0ns, or"
                  .formatted(draft.text(Setting.BATCH_MAX_DELAY))
              + " write one time, which is the longest wait");
    }
  }

  private void segments() {
    Setting setting = Setting.JOURNAL_SEGMENT_BYTES;
    if (draft.isKnown(setting) && draft.number(setting) % JournalSettings.SEGMENT_BYTES_UNIT != 0) {
      blame(
          setting,
          "%s is not a multiple of %dB"
              .formatted(draft.text(setting), JournalSettings.SEGMENT_BYTES_UNIT));
    }
  }

  /** A directory that is full before the first snapshot is due stays full. */
  private void journalSpace() {
    Setting blamed = Setting.SNAPSHOT_LOG_BYTES;
    if (!draft.isKnown(Setting.STORAGE_MAX_BYTES)
        || !draft.isKnown(Setting.STORAGE_RESERVE)
        || !draft.isKnown(blamed)
        || !draft.isGiven(blamed)
        || draft.journalSpace() <= 0) {
      return;
    }
    long most = draft.journalSpace() / ConfigDraft.JOURNAL_FACTOR;
    if (draft.number(blamed) > most) {
      blame(
          blamed,
          "%s is too much for %s, of which %s stays free: the journal of small batches takes four times as much, so at"
                  .formatted(
                      draft.text(blamed),
                      written(Setting.STORAGE_MAX_BYTES),
                      draft.text(Setting.STORAGE_RESERVE))
              + " most "
              + blamed.type().format(most));
    }
  }

  private String written(Setting setting) {
    return setting.key() + " = " + draft.text(setting);
  }

  private void blame(Setting setting, String reason) {
    String origin = draft.origin(setting);
    draft.problem(origin.isEmpty() ? source : origin, setting.key(), reason);
  }

  private boolean numbering() {
    List<Integer> ids = draft.replicaIds();
    if (ids.isEmpty()) {
      draft.problem(source, "replica.0", "is missing: " + ReplicaAddress.SHAPE);
      return false;
    }
    if (ids.size() > Quorums.REPLICAS_MAX) {
      int last = ids.get(ids.size() - 1);
      draft.problem(
          draft.replicaOrigin(last),
          ConfigDraft.REPLICA_PREFIX + last,
          "a cluster has at most %d replicas, not %d".formatted(Quorums.REPLICAS_MAX, ids.size()));
      return false;
    }
    return true;
  }

  private void begin() {
    boolean joins =
        draft.isKnown(Setting.CLUSTER_BEGIN)
            && draft.value(Setting.CLUSTER_BEGIN) == ClusterBegin.JOIN;
    if (joins && draft.replicaIds().size() == 1) {
      blame(
          Setting.CLUSTER_BEGIN,
          "join needs the addresses of the cluster's replicas, and there is only replica.%d: add the"
                  .formatted(draft.replicaIds().get(0))
              + " others");
    }
  }

  private void quorums(int replicas) {
    if (!draft.isKnown(Setting.CLUSTER_PHASE1_QUORUM)
        || !draft.isKnown(Setting.CLUSTER_PHASE2_QUORUM)) {
      return;
    }
    int phase1 = QuorumSize.among(replicas, draft.number(Setting.CLUSTER_PHASE1_QUORUM));
    int phase2 = QuorumSize.among(replicas, draft.number(Setting.CLUSTER_PHASE2_QUORUM));
    boolean fit = fits(Setting.CLUSTER_PHASE1_QUORUM, phase1, replicas);
    fit &= fits(Setting.CLUSTER_PHASE2_QUORUM, phase2, replicas);
    if (!fit) {
      return;
    }
    if (phase1 + phase2 > replicas) {
      Quorums sizes = new Quorums(ReplicaSet.of(draft.replicaIds()), phase1, phase2);
      durability(sizes);
      relays(sizes);
      return;
    }
    Setting blamed =
        draft.isGiven(Setting.CLUSTER_PHASE2_QUORUM)
            ? Setting.CLUSTER_PHASE2_QUORUM
            : Setting.CLUSTER_PHASE1_QUORUM;
    blame(
        blamed,
        "quorums of %d (phase 1) and %d (phase 2) could miss each other among %d replicas:"
                .formatted(phase1, phase2, replicas)
            + " their sum must exceed that; a file for a replica that joins a running cluster may"
            + " leave both out, since the members' quorums count");
  }

  private void relays(Quorums quorums) {
    for (Setting setting :
        List.of(
            Setting.DISSEMINATION,
            Setting.RELAY_GROUPS,
            Setting.RELAY_ANSWERS,
            Setting.RELAY_TIMEOUT)) {
      if (!draft.isKnown(setting)) {
        return;
      }
    }
    if (regionless()) {
      return;
    }
    RelaySettings relay = ConfigMapper.relay(draft);
    if (relay.isUsedBy(quorums.replicas())
        && draft.isKnown(Setting.PIPELINE_RETRANSMIT)
        && draft.least(Setting.PIPELINE_RETRANSMIT) <= relay.timeoutNanos()) {
      blame(
          Setting.RELAY_TIMEOUT,
          "%s is not less than %s, after which a leader gives a silent relay up"
              .formatted(draft.text(Setting.RELAY_TIMEOUT), written(Setting.PIPELINE_RETRANSMIT)));
    }
    try {
      relay.check(quorums);
    } catch (IllegalArgumentException unfit) {
      blame(
          draft.isGiven(Setting.RELAY_ANSWERS) ? Setting.RELAY_ANSWERS : Setting.RELAY_GROUPS,
          unfit.getMessage());
    }
  }

  /** Whether groups are by region, and not every replica has one. */
  private boolean regionless() {
    if (draft.value(Setting.DISSEMINATION) != DisseminationChoice.RELAY
        || !draft.value(Setting.RELAY_GROUPS).equals(RelayGrouping.Groups.BY_REGION)) {
      return false;
    }
    for (int id : draft.replicaIds()) {
      if (!draft.details(ReplicaDetail.REGION).containsKey(id)) {
        String key = ReplicaDetail.REGION.key(id);
        blame(Setting.RELAY_GROUPS, "region needs " + key + ", which is missing");
        return true;
      }
    }
    return false;
  }

  private void details() {
    for (ReplicaDetail detail : ReplicaDetail.values()) {
      for (int id : draft.details(detail).keySet()) {
        if (!draft.replicaIds().contains(id)) {
          draft.problem(
              draft.detailOrigin(detail, id),
              detail.key(id),
              "there is no " + ConfigDraft.REPLICA_PREFIX + id);
        }
      }
    }
  }

  private void durability(Quorums quorums) {
    if (!draft.isKnown(Setting.DURABILITY)) {
      return;
    }
    Durability level = (Durability) draft.value(Setting.DURABILITY);
    boolean alone = quorums.replicas() == 1;
    if (level.keepsVotes() || quorums.losable() > 0 || alone && level == Durability.MEMORY) {
      return;
    }
    String need =
        "'%s' keeps no votes, so that a restarted replica needs others who can decide without it,"
            .formatted(draft.text(Setting.DURABILITY));
    blame(
        Setting.DURABILITY,
        alone
            ? need + " and a single one has none: use sync, or memory, with which it begins anew"
            : need
                + " and with quorums of %d (phase 1) and %d (phase 2) among %d replicas they cannot:"
                    .formatted(quorums.phase1(), quorums.phase2(), quorums.replicas())
                + " use sync, or "
                + remedy(quorums.replicas()));
  }

  // Two replicas have no quorums that would do.
  private static String remedy(int replicas) {
    return replicas == 2 ? "3 replicas" : "quorums of at most " + (replicas - 1);
  }

  private boolean fits(Setting setting, int quorum, int replicas) {
    if (quorum <= replicas) {
      return true;
    }
    blame(setting, "%d is more than the %d replicas".formatted(quorum, replicas));
    return false;
  }

  private void measured(Setting set, Object none) {
    if (draft.isKnown(set)
        && !draft.value(set).equals(none)
        && draft.isKnown(Setting.INSTRUMENTATION)
        && draft.value(Setting.INSTRUMENTATION) == Switch.OFF) {
      blame(set, "has no effect with " + written(Setting.INSTRUMENTATION));
    }
  }

  private void metricsPorts(int highest) {
    if (!draft.isKnown(Setting.METRICS_PORT) || draft.number(Setting.METRICS_PORT) == 0) {
      return;
    }
    long last = draft.number(Setting.METRICS_PORT) + highest;
    if (last > ReplicaAddress.PORT_MAX) {
      blame(
          Setting.METRICS_PORT,
          "replica %d would serve port %d: at most %d with this replica"
              .formatted(highest, last, ReplicaAddress.PORT_MAX - highest));
    }
  }

  private void ports() {
    Map<String, String> owners = new HashMap<>();
    for (int id : draft.replicaIds()) {
      ReplicaAddress address = draft.replica(id);
      if (address != null) {
        port(owners, id, address.peerText(), "peer port");
        port(owners, id, address.clientText(), "client port");
      }
    }
  }

  private void port(Map<String, String> owners, int id, String listens, String what) {
    String key = ConfigDraft.REPLICA_PREFIX + id;
    String other = owners.putIfAbsent(listens.toLowerCase(Locale.ROOT), what + " of " + key);
    if (other != null) {
      draft.problem(
          draft.replicaOrigin(id), key, what + " " + listens + " is already the " + other);
    }
  }
}
