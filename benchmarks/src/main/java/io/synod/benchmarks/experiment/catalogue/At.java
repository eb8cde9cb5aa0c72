package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.experiment.report.Axis;
import java.util.HashMap;
import java.util.Map;

/**
 * One combination of what an experiment varies.
 *
 * @param values by the names of axes; of {@link Axis#GROUPS} 0 without relays, of {@link
 *     Axis#BATCH} the requests in a batch
 */
record At(Effort effort, Map<String, Integer> values) {

  At with(Map<String, Integer> more) {
    Map<String, Integer> all = new HashMap<>(values);
    all.putAll(more);
    return new At(effort, all);
  }

  int of(String axis) {
    return values.get(axis);
  }

  /** The same, where the axis may not be varied. */
  int of(String axis, int otherwise) {
    return values.getOrDefault(axis, otherwise);
  }

  boolean is(String axis, int value) {
    return of(axis) == value;
  }

  boolean quick() {
    return effort.quick();
  }

  /** {@code batch.max-bytes} for just as many requests. */
  int batchBytes() {
    return Settings.batchBytes(of(Axis.BATCH), of(Axis.REQUEST));
  }

  /** As the report has it. */
  int told(String axis, int replicas) {
    return switch (axis) {
      case Axis.GROUPS -> is(axis, 0) ? replicas - 1 : of(axis);
      case Axis.BATCH -> batchBytes();
      default -> of(axis);
    };
  }
}
