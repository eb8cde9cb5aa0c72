package io.synod.benchmarks.experiment.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The results at one point: its axes, then the figures of {@link Measure}.
 *
 * @param id of the point
 */
public record Result(String id, Map<String, Double> values) {

  /**
   * @param axes of the point
   */
  public static Result of(String id, Map<String, Double> axes, Map<Measure, Double> measured) {
    Map<String, Double> values = new LinkedHashMap<>(axes);
    measured.forEach((measure, value) -> values.put(measure.column(), value));
    return new Result(id, values);
  }

  public Result {
    values = new LinkedHashMap<>(values);
  }

  public double value(String name) {
    return values.get(name);
  }

  public double value(Measure measure) {
    return value(measure.column());
  }

  int number(String axis) {
    return (int) value(axis);
  }

  /** Whether it was a closed loop. */
  public boolean isClosed() {
    return value(Axis.RATE) == 0;
  }
}
