package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.Measured;
import java.util.Comparator;
import java.util.List;

/**
 * What is reported of one system.
 *
 * @param system its name
 * @param median the measurement whose throughput is the median
 * @param perSecondMin of all repetitions
 * @param perSecondMax of all repetitions
 */
public record Row(String system, Measured median, double perSecondMin, double perSecondMax) {

  /**
   * @param repetitions at least one
   */
  public static Row of(String system, List<Measured> repetitions) {
    List<Measured> sorted =
        repetitions.stream().sorted(Comparator.comparingDouble(Row::perSecond)).toList();
    return new Row(
        system,
        sorted.get((sorted.size() - 1) / 2),
        perSecond(sorted.get(0)),
        perSecond(sorted.get(sorted.size() - 1)));
  }

  /** Requests answered in a second, in the median measurement. */
  public double perSecond() {
    return perSecond(median);
  }

  private static double perSecond(Measured measured) {
    return measured.load().answeredPerSecond();
  }
}
