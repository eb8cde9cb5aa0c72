package io.synod.benchmarks.experiment.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was measured at one point: its axes, then what {@link Measure} names.
 *
 * @param id of the point
 */
public record Result(String id, Map<String, Double> values) {

  public Result {
    values = new LinkedHashMap<>(values);
  }

  public double value(String name) {
    return values.get(name);
  }

  int number(String axis) {
    return (int) value(axis);
  }

  /** Whether requests came without pause, each after an answer, and not at a rate. */
  public boolean isClosed() {
    return value(Axis.RATE) == 0;
  }
}
