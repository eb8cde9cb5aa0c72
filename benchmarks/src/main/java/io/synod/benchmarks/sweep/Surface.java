package io.synod.benchmarks.sweep;

import io.synod.core.settings.BatchLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A quantity over a grid of limits, each point measured several times. The median of a point is
 * smoothed with its neighbours', for the best of many noisy points is mostly the luckiest.
 */
final class Surface {
  private static final double OWN_WEIGHT = 2;

  private final List<Integer> maxBytes;
  private final List<Integer> windows;
  private final Map<BatchLimits, List<Double>> values = new LinkedHashMap<>();

  /**
   * @param maxBytes of the grid, ascending
   * @param windows of the grid, ascending
   */
  Surface(List<Integer> maxBytes, List<Integer> windows) {
    this.maxBytes = List.copyOf(maxBytes);
    this.windows = List.copyOf(windows);
  }

  /** All limits of the grid. */
  List<BatchLimits> grid() {
    return maxBytes.stream()
        .flatMap(bytes -> windows.stream().map(window -> new BatchLimits(bytes, window)))
        .toList();
  }

  /**
   * One more measurement.
   *
   * @param value more than 0; the larger the better
   */
  void add(BatchLimits limits, double value) {
    values.computeIfAbsent(limits, unused -> new ArrayList<>()).add(value);
  }

  /** The median at {@code limits}; not a number if they were not measured. */
  double median(BatchLimits limits) {
    List<Double> measured = values.get(limits);
    return measured == null ? Double.NaN : Medians.of(measured, Double::doubleValue);
  }

  /** The geometric mean of a median and those beside it on the grid. */
  double smoothed(BatchLimits limits) {
    double sum = OWN_WEIGHT * Math.log(median(limits));
    double weight = OWN_WEIGHT;
    int bytes = maxBytes.indexOf(limits.maxBytes());
    int window = windows.indexOf(limits.window());
    int[][] beside = {
      {bytes - 1, window}, {bytes + 1, window}, {bytes, window - 1}, {bytes, window + 1}
    };
    for (int[] at : beside) {
      double neighbour = at(at[0], at[1]);
      if (!Double.isNaN(neighbour)) {
        sum += Math.log(neighbour);
        weight++;
      }
    }
    return Math.exp(sum / weight);
  }

  private double at(int bytes, int window) {
    boolean outside =
        bytes < 0 || window < 0 || bytes == maxBytes.size() || window == windows.size();
    return outside ? Double.NaN : median(new BatchLimits(maxBytes.get(bytes), windows.get(window)));
  }

  /** The best by their own median and by the smoothed one: at least one, at most {@code most}. */
  List<BatchLimits> best(int most) {
    List<BatchLimits> bySmoothed = sorted(this::smoothed);
    List<BatchLimits> byMedian = sorted(this::median);
    List<BatchLimits> best = new ArrayList<>();
    for (int rank = 0; best.size() < most && rank < bySmoothed.size(); rank++) {
      for (BatchLimits limits : List.of(bySmoothed.get(rank), byMedian.get(rank))) {
        if (best.size() < most && !best.contains(limits)) {
          best.add(limits);
        }
      }
    }
    return best;
  }

  private List<BatchLimits> sorted(ToDoubleFunction<BatchLimits> value) {
    return values.keySet().stream().sorted(Comparator.comparingDouble(value).reversed()).toList();
  }
}
