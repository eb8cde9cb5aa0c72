package io.synod.fitting.fit;

import io.synod.fitting.regression.Coefficient;
import io.synod.fitting.regression.Regression;
import io.synod.fitting.regression.Samples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Widens intervals by what differs between runs: a fit's own intervals take all intervals of a run
 * for independent. Fits are repeated on as many runs, drawn with replacement; 95 % of the
 * repetitions' values lie within the interval.
 */
final class RunBootstrap {
  // With fewer, what differs between runs does not follow from them.
  private static final int RUNS_MIN = 6;
  private static final int REPETITIONS = 400;
  private static final double TAIL = 0.025;
  private static final long SEED = 1;
  private static final double INDEPENDENCE_MIN = 1e-6;

  private RunBootstrap() {}

  /**
   * @param coefficients of {@code samples}
   * @param runs of each sample, its name
   */
  static List<Coefficient> widened(
      List<Coefficient> coefficients, Samples samples, List<String> runs) {
    Map<String, List<Integer>> rowsOf = new LinkedHashMap<>();
    for (int row = 0; row < runs.size(); row++) {
      rowsOf.computeIfAbsent(runs.get(row), name -> new ArrayList<>()).add(row);
    }
    if (rowsOf.size() < RUNS_MIN) {
      return coefficients;
    }
    List<double[]> repeated = repeated(samples, List.copyOf(rowsOf.values()));
    List<Coefficient> widened = new ArrayList<>();
    for (int index = 0; index < coefficients.size(); index++) {
      int column = index;
      double[] values = repeated.stream().mapToDouble(one -> one[column]).sorted().toArray();
      widened.add(widened(coefficients.get(index), values));
    }
    return widened;
  }

  private static List<double[]> repeated(Samples samples, List<List<Integer>> runs) {
    Random random = new Random(SEED);
    List<double[]> repeated = new ArrayList<>();
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      List<Integer> rows =
          random
              .ints(runs.size(), 0, runs.size())
              .mapToObj(runs::get)
              .flatMap(Collection::stream)
              .toList();
      Samples drawn =
          new Samples(
              rows.stream().map(row -> samples.terms()[row]).toArray(double[][]::new),
              rows.stream().mapToDouble(row -> samples.responses()[row]).toArray());
      // A few runs alone may not determine the coefficients.
      if (drawn.independence() > INDEPENDENCE_MIN) {
        repeated.add(Regression.estimate(drawn));
      }
    }
    return repeated;
  }

  private static Coefficient widened(Coefficient coefficient, double[] sorted) {
    int cut = (int) (TAIL * sorted.length);
    return sorted.length == 0
        ? coefficient
        : new Coefficient(
            coefficient.value(),
            Math.min(coefficient.low(), sorted[cut]),
            Math.max(coefficient.high(), sorted[sorted.length - 1 - cut]));
  }
}
