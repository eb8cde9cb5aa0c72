package io.synod.replica.config;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.TimeoutRange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A configuration while it is collected: values, their origins, and the problems found so far. A
 * later value replaces an earlier one.
 */
final class ConfigDraft {
  static final String REPLICA_PREFIX = "replica.";

  // The more replicas there are, the more of them may pre-vote at the same time, and the longer an
  // election takes (PigPaxos, section 7).
  private static final Set<Setting> SCALING = EnumSet.of(Setting.ELECTION_HEARTBEAT);

  private static final int REPLICAS_OF_DEFAULT = 5;

  // With what automatic timeouts begin, unless that is out of their range.
  private static final Map<Setting, Long> START_MILLIS =
      Map.of(
          Setting.ELECTION_TIMEOUT, 300L,
          Setting.PIPELINE_RETRANSMIT, 200L,
          Setting.CATCH_UP_TIMEOUT, 100L);

  // Of batches, with a policy that knows no share of the window.
  private static final long DELAY_NANOS = 10_000_000;

  // What must fit, at least: an answer and its overhead; a frame, and one more meanwhile.
  static final int ANSWERS_KEPT_MIN = 2;
  static final int FRAMES_MIN = 2;

  // The journal reaches back to the older of two snapshots. It takes up to four times the bytes of
  // small batches.
  static final int JOURNAL_FACTOR = 4;
  private static final int JOURNALS_KEPT = 2;

  private static final Pattern REPLICA_KEY = Pattern.compile("replica\\.(0|[1-9][0-9]{0,8})");

  /** A value that could not be used is null: it is neither missing nor to be compared. */
  private record Sourced<T>(T value, String origin) {}

  private final Map<Setting, Sourced<Object>> settings = new EnumMap<>(Setting.class);
  private final SortedMap<Integer, Sourced<ReplicaAddress>> replicas = new TreeMap<>();
  private final Map<ReplicaDetail, SortedMap<Integer, Sourced<Object>>> details =
      new EnumMap<>(ReplicaDetail.class);
  private final List<ConfigProblem> problems = new ArrayList<>();

  // Those of the values that are given, by key: a later value takes its predecessor's away.
  private final Map<String, ConfigProblem> refusals = new HashMap<>();

  /** A copy: what is set in one does not show in the other. */
  ConfigDraft copy() {
    ConfigDraft copy = new ConfigDraft();
    copy.settings.putAll(settings);
    copy.replicas.putAll(replicas);
    details.forEach((detail, values) -> copy.details.put(detail, new TreeMap<>(values)));
    copy.problems.addAll(problems);
    copy.refusals.putAll(refusals);
    return copy;
  }

  /** A copy in which {@code setting} is not given. */
  ConfigDraft without(Setting setting) {
    ConfigDraft copy = copy();
    copy.forget(setting);
    return copy;
  }

  /** {@code setting} is not given any more. */
  void forget(Setting setting) {
    settings.remove(setting);
  }

  void put(String key, String text, String origin) {
    Setting setting = Setting.ofKey(key);
    Optional<ReplicaDetail.Of> detail = ReplicaDetail.ofKey(key);
    if (setting != null) {
      put(setting, text, origin);
    } else if (REPLICA_KEY.matcher(key).matches()) {
      putReplica(Integer.parseInt(key.substring(REPLICA_PREFIX.length())), text, origin);
    } else if (detail.isPresent()) {
      putDetail(detail.get().detail(), detail.get().replica(), text, origin);
    } else {
      String instead =
          Keys.nearest(key)
              .map(nearest -> "did you mean " + nearest + "?")
              .orElse("config/reference.properties lists all");
      problem(origin, Text.shortened(key), "no such key; " + instead);
    }
  }

  private void put(Setting setting, String text, String origin) {
    Object value;
    try {
      value = setting.type().parse(text);
    } catch (IllegalArgumentException unreadable) {
      refuse(setting, origin, unreadable.getMessage());
      return;
    }
    put(setting, value, origin);
  }

  void put(Setting setting, Object value, String origin) {
    replaces(setting.key());
    try {
      setting.type().check(value);
      settings.put(setting, new Sourced<>(value, origin));
    } catch (IllegalArgumentException outOfRange) {
      refuse(setting, origin, outOfRange.getMessage());
    }
  }

  private void refuse(Setting setting, String origin, String reason) {
    settings.put(setting, new Sourced<>(null, origin));
    refuse(setting.key(), origin, reason);
  }

  private void refuse(String key, String origin, String reason) {
    replaces(key);
    ConfigProblem refusal = new ConfigProblem(origin, key, reason);
    refusals.put(key, refusal);
    problems.add(refusal);
  }

  /** A value of this key is given: what was wrong with the one before does not matter any more. */
  private void replaces(String key) {
    problems.remove(refusals.remove(key));
  }

  private void putReplica(int id, String text, String origin) {
    try {
      putReplica(id, ReplicaAddress.parse(text), origin);
    } catch (IllegalArgumentException unreadable) {
      refuse(REPLICA_PREFIX + id, origin, unreadable.getMessage());
      keepReplica(id, null, origin);
    }
  }

  void putReplica(int id, ReplicaAddress address, String origin) {
    replaces(REPLICA_PREFIX + id);
    keepReplica(id, address, origin);
  }

  private void keepReplica(int id, ReplicaAddress address, String origin) {
    if (!ReplicaSet.ANY.contains(id)) {
      problem(
          origin,
          REPLICA_PREFIX + id,
          "replicas are numbered from 0 to " + (ReplicaSet.NUMBERS - 1));
    } else {
      replicas.put(id, new Sourced<>(address, origin));
    }
  }

  void putDetail(ReplicaDetail detail, int id, String text, String origin) {
    replaces(detail.key(id));
    try {
      Object value = detail.type().parse(text);
      detail.type().check(value);
      details
          .computeIfAbsent(detail, first -> new TreeMap<>())
          .put(id, new Sourced<>(value, origin));
    } catch (IllegalArgumentException unfit) {
      refuse(detail.key(id), origin, unfit.getMessage());
    }
  }

  void problem(String origin, String key, String reason) {
    problems.add(new ConfigProblem(origin, key, reason));
  }

  /** Whether the value is known: given and in range, or the default. */
  boolean isKnown(Setting setting) {
    Sourced<Object> sourced = settings.get(setting);
    return sourced == null ? !setting.isRequired() : sourced.value() != null;
  }

  boolean isGiven(Setting setting) {
    return settings.containsKey(setting);
  }

  /** Where the setting was given; empty if it was not. */
  String origin(Setting setting) {
    Sourced<Object> sourced = settings.get(setting);
    return sourced == null ? "" : sourced.origin();
  }

  /** The value of a setting that {@link #isKnown}. */
  Object value(Setting setting) {
    Sourced<Object> sourced = settings.get(setting);
    if (sourced != null) {
      return sourced.value();
    }
    Object value = setting.type().parse(setting.defaultText());
    return SCALING.contains(setting) ? (Long) value * scale() : derived(setting, value);
  }

  /** A default that follows from other settings, which are known. */
  private Object derived(Setting setting, Object value) {
    return switch (setting) {
      case BATCH_MAX_DELAY ->
          !isKnown(Setting.BATCH_POLICY) || value(Setting.BATCH_POLICY) == BatchPolicy.ADAPTIVE
              ? value
              : (Object) DELAY_NANOS;
      case SNAPSHOT_LOG_BYTES ->
          Math.min(
              (Long) value, Math.max(1 << 10, journalSpace() / (JOURNALS_KEPT * JOURNAL_FACTOR)));
      case MEMBERSHIP_ALPHA -> Math.max((Long) value, known(Setting.PIPELINE_WINDOW));
      case SESSION_MAX_ANSWER_BYTES ->
          Math.min((Long) value, known(Setting.NETWORK_MAX_FRAME) - NetworkConfig.HEADERS_BYTES);
      case SESSION_MAX_KEPT_BYTES ->
          Math.max((Long) value, ANSWERS_KEPT_MIN * known(Setting.SESSION_MAX_ANSWER_BYTES));
      case SESSION_MAX_ALL_KEPT_BYTES ->
          Math.max((Long) value, known(Setting.SESSION_MAX_KEPT_BYTES));
      case NETWORK_REPLIES_MAX ->
          Math.max(
              (Long) value,
              FRAMES_MIN
                  * Math.max(
                      known(Setting.NETWORK_MAX_FRAME), known(Setting.NETWORK_CLIENT_BUFFER)));
      case NETWORK_UNFINISHED_MAX ->
          Math.max((Long) value, FRAMES_MIN * known(Setting.NETWORK_MAX_FRAME));
      default -> value;
    };
  }

  /** Bytes of a replica's directory that its journal and snapshots may take. */
  long journalSpace() {
    return known(Setting.STORAGE_MAX_BYTES) - known(Setting.STORAGE_RESERVE);
  }

  private long known(Setting setting) {
    return isKnown(setting) ? number(setting) : (Long) setting.type().parse(setting.defaultText());
  }

  /**
   * One for each five replicas that have begun. Leases need an equal election timeout on all
   * replicas, and the files of those that are added later list more of them.
   */
  private long scale() {
    if (isKnown(Setting.READS_LEASE) && value(Setting.READS_LEASE) == Switch.ON) {
      return 1;
    }
    return Math.max(1, (replicas.size() + REPLICAS_OF_DEFAULT - 1) / REPLICAS_OF_DEFAULT);
  }

  /** Of a setting that the autopilot chooses, the most that it may choose. */
  long number(Setting setting) {
    Object value = value(setting);
    return value instanceof AutoRange range ? most(setting, range) : (Long) value;
  }

  /** The least that the autopilot may choose; the value itself if it is fixed. */
  long least(Setting setting) {
    return value(setting) instanceof AutoRange range
        ? Math.min(least(setting, range), number(setting))
        : number(setting);
  }

  /** Where a range was not given, the other settings bound it. */
  private long least(Setting setting, AutoRange range) {
    if (!range.isWhole()) {
      return range.least();
    }
    return switch (setting) {
      case ELECTION_TIMEOUT ->
          Math.max(range.least() * scale(), 2 * known(Setting.ELECTION_HEARTBEAT));
      case PIPELINE_RETRANSMIT -> Math.max(range.least(), 2 * known(Setting.RELAY_TIMEOUT));
      default -> range.least();
    };
  }

  /** What a timeout may be; it begins with its usual length, or the nearest that it may be. */
  TimeoutRange timeout(Setting setting) {
    if (!isAuto(setting)) {
      return TimeoutRange.fixed(number(setting));
    }
    long least = least(setting);
    long most = number(setting);
    long usual = TimeUnit.MILLISECONDS.toNanos(START_MILLIS.get(setting));
    return new TimeoutRange(least, Math.max(least, Math.min(most, usual)), most);
  }

  boolean isAuto(Setting setting) {
    return value(setting) instanceof AutoRange;
  }

  /** Where a range was not given, the other settings bound it. */
  private long most(Setting setting, AutoRange range) {
    if (!range.isWhole()) {
      return range.most();
    }
    return switch (setting) {
      case PIPELINE_WINDOW -> Math.min(range.most(), known(Setting.EXECUTION_BACKLOG) / 2);
      case BATCH_MAX_BYTES ->
          Math.min(
              range.most(),
              Math.min(
                  known(Setting.NETWORK_MAX_FRAME) - NetworkConfig.HEADERS_BYTES,
                  known(Setting.QUEUE_MAX_BYTES)));
      default -> range.most();
    };
  }

  int count(Setting setting) {
    return Math.toIntExact(number(setting));
  }

  String text(Setting setting) {
    return setting.type().format(value(setting));
  }

  /** Numbers that were given, ascending, also those whose address could not be read. */
  List<Integer> replicaIds() {
    return List.copyOf(replicas.keySet());
  }

  /** The values of this detail that were given, by the replicas' ascending numbers. */
  SortedMap<Integer, Object> details(ReplicaDetail detail) {
    SortedMap<Integer, Object> values = new TreeMap<>();
    details
        .getOrDefault(detail, new TreeMap<>())
        .forEach((id, sourced) -> values.put(id, sourced.value()));
    return values;
  }

  /** Where a detail that was given was given. */
  String detailOrigin(ReplicaDetail detail, int id) {
    return details.get(detail).get(id).origin();
  }

  String replicaOrigin(int id) {
    return replicas.get(id).origin();
  }

  /** Null if it could not be read. */
  ReplicaAddress replica(int id) {
    return replicas.get(id).value();
  }

  /**
   * Checks the whole and makes it a configuration.
   *
   * @param source what is named where a problem has no line
   * @throws ConfigException with every problem
   */
  SynodConfig build(String source) {
    ConfigDraft checked = copy();
    new CrossChecks(checked, source).run();
    if (!checked.problems.isEmpty()) {
      throw new ConfigException(checked.problems);
    }
    return new SynodConfig(checked);
  }
}
