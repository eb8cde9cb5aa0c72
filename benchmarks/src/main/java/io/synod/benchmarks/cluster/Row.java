package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.Measured;
import java.util.Comparator;
import java.util.List;

/**
 * What is reported of one system.
 *
 * @param system its name
 * @param median the measurement whose throughput is the median
 * @param perSecondMin of all measurements that count
 * @param perSecondMax of all measurements that count
 * @param counted how many measurements count: those in which one leader led all the time
 * @param leaderChanges measurements in which the leader changed, which do not count
 */
public record Row(
    String system,
    Measured median,
    double perSecondMin,
    double perSecondMax,
    int counted,
    int leaderChanges) {

  /**
   * @param repetitions at least one
   */
  public static Row of(String system, List<Measured> repetitions) {
    List<Measured> steady =
        repetitions.stream()
            .filter(one -> !one.leaderChanged())
            .sorted(Comparator.comparingDouble(Row::perSecond))
            .toList();
    int changes = repetitions.size() - steady.size();
    if (steady.isEmpty()) {
      return new Row(system, repetitions.get(0), 0, 0, 0, changes);
    }
    return new Row(
        system,
        steady.get((steady.size() - 1) / 2),
        perSecond(steady.get(0)),
        perSecond(steady.get(steady.size() - 1)),
        steady.size(),
        changes);
  }

  /** Whether there is a measurement that counts; without one no figure means anything. */
  public boolean hasFigures() {
    return counted > 0;
  }

  /** Requests answered in a second, in the median measurement. */
  public double perSecond() {
    return perSecond(median);
  }

  private static double perSecond(Measured measured) {
    return measured.load().answeredPerSecond();
  }
}
