package io.synod.simulation.explore;

import io.synod.core.catchup.CatchUps;
import io.synod.core.log.Log;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.IdentityHashMap;
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

  private static final long NULL = 0x6e75L;
  private static final Field LOG = field(CatchUps.class, "log");
  private static final Field TOLD = field(CatchUps.class, LeftOut.DECIDED_AT);
  private static final WalkPlans WITH_BOTH = new WalkPlans(new LeftOut(true, true));
  private static final WalkPlans WITH_TIMERS = new WalkPlans(new LeftOut(true, false));
  private static final WalkPlans WITH_CHANGES = new WalkPlans(new LeftOut(false, true));
  private static final WalkPlans WITH_NEITHER = new WalkPlans(new LeftOut(false, false));

  private final Hash hash = new Hash();
  private final IdentityHashMap<Object, Integer> walked = new IdentityHashMap<>();
  private final long nowNanos;
  private final WalkPlans plans;

  /** Whether clocks can still move. */
  enum Timers {
    LEFT,
    NONE
  }

  /**
   * @param changes whether the replica can enter a later membership within the bound
   */
  StateHash(long nowNanos, Timers timers, boolean changes) {
    this.nowNanos = nowNanos;
    plans = plans(timers, changes);
  }

  private static WalkPlans plans(Timers timers, boolean changes) {
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
      hash.add(NULL);
    } else {
      walk(object, plans.of(object.getClass()));
    }
  }

  private void walk(Object object, WalkPlan plan) {
    switch (plan.shape()) {
      case NUMBER -> hash.add(((Number) object).longValue());
      case BOOLEAN -> addBit((Boolean) object);
      case TEXT -> hash.add((String) object);
      case CONSTANT -> hash.add(((Enum<?>) object).name());
      case ARRAY -> walkArray(object);
      case MAP -> walkMap((SortedMap<?, ?>) object);
      case COLLECTION -> walkElements((Collection<?>) object);
      case CATCH_UPS -> {
        walkFields(object, plan);
        addAhead((CatchUps) object);
      }
      case FIELDS -> walkFields(object, plan);
      default -> throw new AssertionError(plan);
    }
  }

  private void addBit(boolean bit) {
    hash.add(bit ? 1 : 2);
  }

  private void walkMap(SortedMap<?, ?> map) {
    hash.add(map.size());
    map.forEach(
        (key, value) -> {
          walk(key);
          walk(value);
        });
  }

  private void walkElements(Collection<?> elements) {
    hash.add(elements.size());
    elements.forEach(this::walk);
  }

  /** Other replicas' decided ends are only compared with this replica's, which grows. */
  private void addAhead(CatchUps catchUps) {
    long decided = ((Log) read(LOG, catchUps)).decided();
    for (long told : (long[]) read(TOLD, catchUps)) {
      hash.add(Math.max(told - decided, 0));
    }
  }

  static Object read(Field field, Object object) {
    try {
      return field.get(object);
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** A field of another class, open to {@link #read}. */
  static Field field(Class<?> type, String name) {
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
    if (array instanceof long[] numbers) {
      for (long number : numbers) {
        hash.add(number);
      }
    } else if (array instanceof Object[] elements) {
      for (Object element : elements) {
        walk(element);
      }
    } else {
      for (int index = 0; index < length; index++) {
        walk(Array.get(array, index));
      }
    }
  }

  private void walkFields(Object object, WalkPlan plan) {
    if (!plan.isValue()) {
      Integer place = walked.putIfAbsent(object, walked.size());
      if (place != null) {
        hash.add(-2 - place);
        return;
      }
    }
    hash.add(plan.name());
    for (WalkPlan.FieldPlan field : plan.fields()) {
      walkField(object, field);
    }
  }

  private void walkField(Object object, WalkPlan.FieldPlan field) {
    switch (field.content()) {
      case NUMBER -> hash.add(field.number(object));
      case MOMENT -> hash.add(distance(field.number(object)));
      case BIT -> addBit(field.bit(object));
      case MOMENTS -> walkMoments(field.read(object));
      case OBJECT -> {
        Object value = field.read(object);
        if (value == null) {
          hash.add(NULL);
        } else {
          walk(value, field.planOf(value, plans));
        }
      }
      default -> throw new AssertionError(field);
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
}
