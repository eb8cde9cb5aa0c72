package io.synod.simulation.explore;

import io.synod.core.catchup.CatchUps;
import io.synod.core.membership.Standbys;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** How {@link StateHash} walks each class, made when the class is first met. */
final class WalkPlans {
  private static final String CODE = "io.synod.";

  private final ClassValue<WalkPlan> plans;

  WalkPlans(LeftOut leftOut) {
    plans =
        new ClassValue<>() {
          @Override
          protected WalkPlan computeValue(Class<?> type) {
            return plan(type, leftOut);
          }
        };
  }

  WalkPlan of(Class<?> type) {
    return plans.get(type);
  }

  private static WalkPlan plan(Class<?> type, LeftOut leftOut) {
    WalkPlan.Shape shape = shape(type);
    if (shape != WalkPlan.Shape.FIELDS && shape != WalkPlan.Shape.CATCH_UPS) {
      return new WalkPlan(shape, 0, true, List.of());
    }
    boolean isValue = type.isRecord() || type.getName().equals("io.synod.core.command.Batch");
    boolean hasMoments = !isValue || type == Standbys.Standby.class;
    List<WalkPlan.FieldPlan> fields = new ArrayList<>();
    for (Class<?> of = type; of != Object.class && of != Record.class; of = of.getSuperclass()) {
      addFields(of, leftOut.of(of), hasMoments, fields);
    }
    return new WalkPlan(
        shape, new Hash().add(type.getName()).value().high(), isValue, List.copyOf(fields));
  }

  private static WalkPlan.Shape shape(Class<?> type) {
    if (type == Long.class || type == Integer.class || type == Byte.class) {
      return WalkPlan.Shape.NUMBER;
    }
    if (type == Boolean.class) {
      return WalkPlan.Shape.BOOLEAN;
    }
    if (type == String.class) {
      return WalkPlan.Shape.TEXT;
    }
    if (Enum.class.isAssignableFrom(type)) {
      return WalkPlan.Shape.CONSTANT;
    }
    if (type.isArray()) {
      return WalkPlan.Shape.ARRAY;
    }
    if (SortedMap.class.isAssignableFrom(type)) {
      return WalkPlan.Shape.MAP;
    }
    if (Collection.class.isAssignableFrom(type) && !Set.class.isAssignableFrom(type)) {
      return WalkPlan.Shape.COLLECTION;
    }
    if (CatchUps.class.isAssignableFrom(type)) {
      return WalkPlan.Shape.CATCH_UPS;
    }
    if (type.getName().startsWith(CODE)) {
      return WalkPlan.Shape.FIELDS;
    }
    throw new AssertionError("no hash for a " + type.getName());
  }

  private static void addFields(
      Class<?> type, Set<String> leftOut, boolean hasMoments, List<WalkPlan.FieldPlan> fields) {
    int found = 0;
    for (Field field : type.getDeclaredFields()) {
      if (leftOut.contains(field.getName())) {
        found++;
      } else if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        fields.add(new WalkPlan.FieldPlan(field, content(field, hasMoments)));
      }
    }
    if (found < leftOut.size()) {
      throw new AssertionError(type + " does not have all the fields of " + leftOut);
    }
  }

  private static WalkPlan.Content content(Field field, boolean hasMoments) {
    Class<?> type = field.getType();
    if (hasMoments && field.getName().endsWith("Nanos")) {
      return type == long.class ? WalkPlan.Content.MOMENT : WalkPlan.Content.MOMENTS;
    }
    if (type == long.class || type == int.class || type == byte.class) {
      return WalkPlan.Content.NUMBER;
    }
    return type == boolean.class ? WalkPlan.Content.BIT : WalkPlan.Content.OBJECT;
  }
}
