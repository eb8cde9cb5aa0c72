package io.synod.simulation.explore;

import java.lang.reflect.Field;
import java.util.List;

/**
 * How {@link StateHash} walks the objects of one class.
 *
 * @param name a hash of the name of the class
 * @param isValue whether its objects have no identity
 * @param fields those that are hashed
 */
record WalkPlan(Shape shape, long name, boolean isValue, List<FieldPlan> fields) {

  /** What an object is for the walk. */
  enum Shape {
    NUMBER,
    BOOLEAN,
    TEXT,
    CONSTANT,
    ARRAY,
    MAP,
    COLLECTION,
    CATCH_UPS,
    FIELDS
  }

  /** What a field holds. */
  enum Content {
    NUMBER,
    BIT,
    MOMENT,
    MOMENTS,
    OBJECT
  }

  private record Known(Class<?> type, WalkPlan plan) {}

  /** One field. Threads may share it. */
  static final class FieldPlan {
    private static final Known NONE = new Known(null, null);

    private final Field field;
    private final Content content;

    // The class of the last value: most fields hold values of one class, and a look-up takes longer
    // than the comparison.
    private Known last = NONE;

    FieldPlan(Field field, Content content) {
      this.field = field;
      this.content = content;
    }

    Content content() {
      return content;
    }

    long number(Object object) {
      try {
        return field.getLong(object);
      } catch (IllegalAccessException impossible) {
        throw new AssertionError(impossible);
      }
    }

    boolean bit(Object object) {
      try {
        return field.getBoolean(object);
      } catch (IllegalAccessException impossible) {
        throw new AssertionError(impossible);
      }
    }

    Object read(Object object) {
      return StateHash.read(field, object);
    }

    /** The plan of a value of this field. */
    WalkPlan planOf(Object value, WalkPlans plans) {
      Known known = last;
      if (known.type != value.getClass()) {
        known = new Known(value.getClass(), plans.of(value.getClass()));
        last = known;
      }
      return known.plan;
    }
  }
}
