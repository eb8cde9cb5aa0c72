package io.synod.benchmarks.sweep;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** The median of a quantity. */
final class Medians {
  private Medians() {}

  static <T> double of(Collection<T> measured, ToDoubleFunction<? super T> quantity) {
    double[] sorted = measured.stream().mapToDouble(quantity).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
