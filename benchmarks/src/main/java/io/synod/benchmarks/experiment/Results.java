package io.synod.benchmarks.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was measured so far; a point that is not measured yet has no numbers. */
record Results(List<Result> all) {

  Results {
    all = List.copyOf(all);
  }

  /** The first one that is there on those axes. */
  Optional<Result> at(Map<String, Integer> axes) {
    return all.stream()
        .filter(
            result ->
                axes.entrySet().stream()
                    .allMatch(axis -> result.value(axis.getKey()) == axis.getValue()))
        .findFirst();
  }

  /** Not a number if it is not measured. */
  double value(String measure, Map<String, Integer> axes) {
    return at(axes).map(result -> result.value(measure)).orElse(Double.NaN);
  }

  /** As a cell of a table. */
  String cell(String measure, Map<String, Integer> axes) {
    return ReportTable.number(value(measure, axes));
  }

  /** Of milliseconds, as a cell of microseconds. */
  String micros(String millis, Map<String, Integer> axes) {
    double value = value(millis, axes);
    return ReportTable.number(Double.isNaN(value) ? value : Math.rint(value * 1000));
  }
}
