package io.synod.simulation.explore;

import io.synod.core.catchup.CatchUps;
import io.synod.core.log.Log;
import io.synod.core.membership.Standbys;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * Hashes everything that an object's future behaviour depends on: a walk over all its fields and
 * theirs. Equal states have equal hashes in all runs:
 *
 * <ul>
 *   <li>a mutable object is walked once, and then identified by its position in the walk; values
 *       (records, enums, collections, batches) are hashed by content,
 *   <li>a {@code long} whose name ends with Nanos, outside records, is a moment, and so is when a
 *       standby has reported: it counts as distance from now, and all unreachable distances count
 *       as one value,
 *   <li>fields that cannot influence a state within an exploration are left out, by name.
 * </ul>
 *
 * A class without a known way to walk it is an error, and so is a missing field that is left out.
 */
final class StateHash {

  /** Farther away than any clock gets. */
  static final long HORIZON_NANOS = 1L << 40;

  private static final Field LOG = field(CatchUps.class, "log");
  private static final Field TOLD = field(CatchUps.class, LeftOut.DECIDED_AT);
  private static final String CODE = "io.synod.";
  private static final Plans WITH_BOTH = new Plans(new LeftOut(true, true));
  private static final Plans WITH_TIMERS = new Plans(new LeftOut(true, false));
  private static final Plans WITH_CHANGES = new Plans(new LeftOut(false, true));
  private static final Plans WITH_NEITHER = new Plans(new LeftOut(false, false));

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
    private final LeftOut leftOut;

    Plans(LeftOut leftOut) {
      this.leftOut = leftOut;
    }

    @Override
    protected Plan computeValue(Class<?> type) {
      return plan(type, leftOut);
    }
  }

  /**
   * The fields of a class that are hashed.
   *
   * @param value whether its objects have no identity
   * @param moments whether its fields may be moments
   */
  private record Plan(long name, boolean value, boolean moments, List<Field> fields) {}

  /**
   * @param changes whether the replica can enter a later membership within the bound
   */
  StateHash(long nowNanos, Timers timers, boolean changes) {
    this.nowNanos = nowNanos;
    plans = plans(timers, changes);
  }

  private static Plans plans(Timers timers, boolean changes) {
    if (timers == Timers.LEFT) {
      return changes ? WITH_BOTH : WITH_TIMERS;
    }
    return changes ? WITH_CHANGES : WITH_NEITHER;
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
      if (plan.moments && field.getName().endsWith("Nanos")) {
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

  private static Plan plan(Class<?> type, LeftOut leftOut) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> of = type; of != Object.class && of != Record.class; of = of.getSuperclass()) {
      addFields(of, leftOut.of(of), fields);
    }
    boolean value = type.isRecord() || type.getName().equals("io.synod.core.command.Batch");
    boolean moments = !value || type == Standbys.Standby.class;
    return new Plan(new Hash().add(type.getName()).value().high(), value, moments, fields);
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
