package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.experiment.report.Axis;
import java.util.HashMap;
import java.util.Map;

/**
 * One combination of the values that an experiment varies.
 *
 * @param values by the names of axes; 0 of {@link Axis#GROUPS} is without relays, and {@link
 *     Axis#BATCH} counts the requests in a batch
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

  /** The value of an axis, or {@code otherwise} if the experiment does not vary it. */
  int of(String axis, int otherwise) {
    return values.getOrDefault(axis, otherwise);
  }

  boolean is(String axis, int value) {
    return of(axis) == value;
  }

  boolean quick() {
    return effort.quick();
  }

  /** The {@code batch.max-bytes} for exactly this number of requests. */
  int batchBytes() {
    return Settings.batchBytes(of(Axis.BATCH), of(Axis.REQUEST));
  }

  /** The value in the report. */
  int reported(String axis, int replicas) {
    return switch (axis) {
      case Axis.GROUPS -> is(axis, 0) ? replicas - 1 : of(axis);
      case Axis.BATCH -> batchBytes();
      default -> of(axis);
    };
  }
}
