package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.Measured;
import java.util.Comparator;
import java.util.List;

/**
 * The reported figures of one system.
 *
 * @param system its name
 * @param median the measurement with the median throughput
 * @param perSecondMin of all valid measurements
 * @param perSecondMax of all valid measurements
 * @param counted number of valid measurements: those without a change of the leader
 * @param leaderChanges number of measurements in which the leader changed, which are not valid
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

  /** Whether there is a valid measurement; without one no figure means anything. */
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
