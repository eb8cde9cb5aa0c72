package io.synod.fitting.profile;

import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FittedPoint;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.Sharing;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The measured costs of a cluster.
 *
 * @param costs of its leader's processor
 * @param sharing what the papers leave out; {@link Sharing#NONE} if it was not measured
 * @param replicas n of most measurements; at least 1
 * @param answerBytes payload of an answer, the median of the measurements; at least 0
 */
public record Profile(CpuCosts costs, Sharing sharing, int replicas, int answerBytes) {

  public Profile {
    if (replicas < 1 || answerBytes < 0) {
      throw new IllegalArgumentException(
          "%d replicas and answers of %d bytes".formatted(replicas, answerBytes));
    }
  }

  /** Of a fit, and what was found beside it. */
  public static Profile of(CostFit fit, Sharing sharing) {
    Map<Integer, Long> measured =
        fit.points().stream()
            .map(point -> point.observation().replicas())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    int replicas =
        measured.entrySet().stream()
            .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry::getKey))
            .orElseThrow()
            .getKey();
    return new Profile(fit.costs(), sharing, replicas, (int) Math.round(answerBytes(fit)));
  }

  /** The median: if several sizes were measured, their mean is none of them. */
  private static double answerBytes(CostFit fit) {
    double[] sorted =
        fit.points().stream()
            .map(FittedPoint::observation)
            .mapToDouble(observation -> observation.interval().traffic().answerBytes())
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }
}
