package io.synod.benchmarks.experiment.report;

import java.util.List;

/** The results so far; a point that is not measured yet has no numbers. */
public record Results(List<Result> all) {

  public Results {
    all = List.copyOf(all);
  }

  /** The results with this value of an axis. */
  Results at(String axis, double value) {
    return new Results(all.stream().filter(result -> result.value(axis) == value).toList());
  }

  /** The figure of the first result; not a number if it is not measured. */
  double value(Measure measure) {
    return all.isEmpty() ? Double.NaN : all.get(0).value(measure);
  }

  /** A figure in milliseconds, as microseconds. */
  double micros(Measure millis) {
    return Math.rint(value(millis) * 1000);
  }
}
