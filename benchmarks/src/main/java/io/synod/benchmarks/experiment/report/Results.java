package io.synod.benchmarks.experiment.report;

import java.util.List;

/** What was measured so far; a point that is not measured yet has no numbers. */
public record Results(List<Result> all) {

  public Results {
    all = List.copyOf(all);
  }

  /** Those at one place of an axis. */
  Results at(String axis, double value) {
    return new Results(all.stream().filter(result -> result.value(axis) == value).toList());
  }

  /** Of the first one; not a number if it is not measured. */
  double value(Measure measure) {
    return all.isEmpty() ? Double.NaN : all.get(0).value(measure);
  }

  /** Of milliseconds, as microseconds. */
  double micros(Measure millis) {
    return Math.rint(value(millis) * 1000);
  }
}
