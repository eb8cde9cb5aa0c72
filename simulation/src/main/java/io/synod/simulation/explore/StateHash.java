package io.synod.simulation.explore;

import io.synod.core.catchup.CatchUps;
import io.synod.core.log.Log;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Hashes everything that an object's future behaviour depends on: a walk over all its fields and
 * theirs. Equal states have equal hashes in all runs:
 *
 * <ul>
 *   <li>a mutable object is walked once, and then identified by its position in the walk; values
 *       (records, enums, collections, batches) are hashed by content,
 *   <li>a {@code long} whose name ends with Nanos, outside records, is a moment: it counts as
 *       distance from now, and all unreachable distances count as one value,
 *   <li>fields that cannot influence a state within an exploration are left out, by name, below.
 * </ul>
 *
 * A class without a known way to walk it is an error, and so is a missing field below.
 */
final class StateHash {
  private static final String DECIDED_AT = "decidedAt";

  /** Farther away than any clock gets. */
  static final long HORIZON_NANOS = 1L << 40;

  /**
   * The left-out fields, by class. Settings and ids of a replica never change. Delays are fixed
   * (see {@link LiveReplica}). Fields of the running step are no longer used. Heartbeat rounds
   * serve reads only. All replicas have the same priority, and no leases. The membership never
   * changes. The log is not cut, no snapshot is fetched, no message is relayed and there are no
   * subscribers. The open time of a slot is only reported. Of other replicas' decided ends only the
   * distance matters, see {@link #addAhead}.
   */
  private static final Map<String, Set<String>> LEFT_OUT =
      Map.ofEntries(
          Map.entry("io.synod.core.replica.Replica", Set.of("dispatch")),
          Map.entry("io.synod.core.replica.Admission", Set.of("settings", "standbys")),
          Map.entry("io.synod.core.membership.MembershipLog", Set.of("memberships", "end")),
          Map.entry(
              "io.synod.core.replica.Parts",
              Set.of(
                  "settings",
                  "recovered",
                  "relaying",
                  "quorumReads",
                  "subscriptions",
                  "jitter",
                  "timeouts",
                  "priorities",
                  "vow",
                  "clocks")),
          Map.entry("io.synod.core.replica.Succession", Set.of("priorities", "moves", "asked")),
          Map.entry("io.synod.core.replica.Leader", Set.of("lease")),
          Map.entry("io.synod.core.replica.Candidate", Set.of("transferred")),
          Map.entry("io.synod.core.replica.Step", Set.of("out", "nowNanos")),
          Map.entry("io.synod.core.replica.DamagedSlots", Set.of("recovered", "settings")),
          Map.entry("io.synod.core.replica.RecoveringReplica", Set.of("settings")),
          Map.entry("io.synod.core.election.ElectionDelays", Set.of("timeouts", "jitter")),
          Map.entry("io.synod.core.replica.Roster", Set.of("recovered", "membership")),
          Map.entry(
              "io.synod.core.election.Heartbeats",
              Set.of(
                  "quorums",
                  "heartbeatNanos",
                  "timeouts",
                  "ackedRound",
                  "executed",
                  "round",
                  "confirmedRound")),
          Map.entry("io.synod.core.learner.Learner", Set.of("settings", "executedByAll")),
          Map.entry(
              "io.synod.core.pipeline.Pipeline", Set.of("timeouts", "dissemination", "membership")),
          Map.entry("io.synod.core.pipeline.Pipeline$Instance", Set.of("openedNanos")),
          Map.entry("io.synod.core.snapshot.SnapshotFetch", Set.of("settings", "askedNanos")),
          Map.entry(
              "io.synod.core.catchup.CatchUps",
              Set.of("messageBytes", "slotsMax", "timeouts", "askedNanos", DECIDED_AT)));

  /**
   * Fields that are also left out when no clock moves any more. After each step no deadline has
   * passed, so none will. Only after a deadline a replica pre-votes, misses its followers or asks
   * another peer.
   */
  private static final Map<String, Set<String>> LEFT_OUT_WITHOUT_TIMERS =
      Map.of(
          "io.synod.core.replica.Transitions",
          Set.of("highestSeen"),
          "io.synod.core.replica.Follower",
          Set.of("election", "patience"),
          "io.synod.core.replica.PreCandidate",
          Set.of("retry"),
          "io.synod.core.replica.Candidate",
          Set.of("resend", "giveUp"),
          "io.synod.core.election.Heartbeats",
          Set.of("heardNanos", "lateNanos", "heartbeat"),
          "io.synod.core.pipeline.Pipeline",
          Set.of("retransmit"),
          "io.synod.core.pipeline.Pipeline$Instance",
          Set.of("sentNanos"),
          "io.synod.core.catchup.CatchUps",
          Set.of("gapAt", "withoutIt", "peer", "ask"));

  private static final Field LOG = field(CatchUps.class, "log");
  private static final Field TOLD = field(CatchUps.class, DECIDED_AT);
  private static final String CODE = "io.synod.";
  private static final Plans WITH_TIMERS = new Plans(Map.of());
  private static final Plans WITHOUT_TIMERS = new Plans(LEFT_OUT_WITHOUT_TIMERS);

  private final Hash hash = new Hash();
  private final IdentityHashMap<Object, Integer> walked = new IdentityHashMap<>();
  private final long nowNanos;
  private final Plans plans;

  /** Whether clocks can still move. */
  enum Timers {
    LEFT,
    NONE
  }

  private static final class Plans extends ClassValue<Plan> {
    private final Map<String, Set<String>> leftOutBesides;

    Plans(Map<String, Set<String>> leftOutBesides) {
      this.leftOutBesides = leftOutBesides;
    }

    @Override
    protected Plan computeValue(Class<?> type) {
      return plan(type, leftOutBesides);
    }
  }

  /** The fields of a class that are hashed. */
  private record Plan(long name, boolean value, List<Field> fields) {}

  StateHash(long nowNanos, Timers timers) {
    this.nowNanos = nowNanos;
    plans = timers == Timers.LEFT ? WITH_TIMERS : WITHOUT_TIMERS;
  }

  StateHash add(Object root) {
    walk(root);
    return this;
  }

  Hash.Value value() {
    return hash.value();
  }

  private void walk(Object object) {
    if (object == null) {
      hash.add(0x6e75L);
    } else if (object instanceof Long || object instanceof Integer || object instanceof Byte) {
      hash.add(((Number) object).longValue());
    } else if (object instanceof Boolean bit) {
      hash.add(bit ? 1 : 2);
    } else if (object instanceof String text) {
      hash.add(text);
    } else if (object instanceof Enum<?> constant) {
      hash.add(constant.name());
    } else if (object.getClass().isArray()) {
      walkArray(object);
    } else if (object instanceof SortedMap<?, ?> map) {
      hash.add(map.size());
      map.forEach(
          (key, value) -> {
            walk(key);
            walk(value);
          });
    } else if (object instanceof Collection<?> elements && !(object instanceof Set)) {
      hash.add(elements.size());
      elements.forEach(this::walk);
    } else if (object instanceof CatchUps catchUps) {
      walkFields(object, plans.get(object.getClass()));
      addAhead(catchUps);
    } else if (object.getClass().getName().startsWith(CODE)) {
      walkFields(object, plans.get(object.getClass()));
    } else {
      throw new AssertionError("no hash for a " + object.getClass().getName());
    }
  }

  /** Other replicas' decided ends are only compared with this replica's, which grows. */
  private void addAhead(CatchUps catchUps) {
    long decided = ((Log) read(LOG, catchUps)).decided();
    for (long told : (long[]) read(TOLD, catchUps)) {
      hash.add(Math.max(told - decided, 0));
    }
  }

  private static Object read(Field field, Object object) {
    try {
      return field.get(object);
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException renamed) {
      throw new AssertionError(renamed);
    }
  }

  private void walkArray(Object array) {
    int length = Array.getLength(array);
    hash.add(length);
    for (int index = 0; index < length; index++) {
      walk(Array.get(array, index));
    }
  }

  private void walkFields(Object object, Plan plan) {
    if (!plan.value) {
      Integer place = walked.putIfAbsent(object, walked.size());
      if (place != null) {
        hash.add(-2 - place);
        return;
      }
    }
    hash.add(plan.name);
    for (Field field : plan.fields) {
      if (!plan.value && field.getName().endsWith("Nanos")) {
        walkMoments(read(field, object));
      } else {
        walk(read(field, object));
      }
    }
  }

  private void walkMoments(Object moments) {
    if (moments instanceof long[] array) {
      for (long moment : array) {
        hash.add(distance(moment));
      }
    } else {
      hash.add(distance((Long) moments));
    }
  }

  private long distance(long moment) {
    if (moment > nowNanos + HORIZON_NANOS) {
      return Long.MAX_VALUE;
    }
    return moment < nowNanos - HORIZON_NANOS ? Long.MIN_VALUE : moment - nowNanos;
  }

  private static Plan plan(Class<?> type, Map<String, Set<String>> leftOutBesides) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> of = type; of != Object.class && of != Record.class; of = of.getSuperclass()) {
      Set<String> leftOut = new HashSet<>(LEFT_OUT.getOrDefault(of.getName(), Set.of()));
      leftOut.addAll(leftOutBesides.getOrDefault(of.getName(), Set.of()));
      addFields(of, leftOut, fields);
    }
    boolean value = type.isRecord() || type.getName().equals("io.synod.core.command.Batch");
    return new Plan(new Hash().add(type.getName()).value().high(), value, fields);
  }

  private static void addFields(Class<?> type, Set<String> leftOut, List<Field> fields) {
    int found = 0;
    for (Field field : type.getDeclaredFields()) {
      if (leftOut.contains(field.getName())) {
        found++;
      } else if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    if (found < leftOut.size()) {
      throw new AssertionError(type + " does not have all the fields of " + leftOut);
    }
  }
}
