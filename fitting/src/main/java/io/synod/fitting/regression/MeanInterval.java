package io.synod.fitting.regression;

import java.util.stream.DoubleStream;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The mean of independent samples, and the interval that holds the true mean with 95 %, by
 * Student's t. Of the differences of pairs it is the paired t-test: an interval without zero
 * refutes that they do not differ.
 *
 * @param mean of the samples
 * @param half of the interval's length, in the same unit
 */
public record MeanInterval(double mean, double half) {
  private static final double CONFIDENCE = 0.95;

  /**
   * @throws IllegalArgumentException for fewer than two samples
   */
  public static MeanInterval of(double... samples) {
    if (samples.length < 2) {
      throw new IllegalArgumentException(samples.length + " samples: at least two");
    }
    double mean = DoubleStream.of(samples).average().orElseThrow();
    double squares =
        DoubleStream.of(samples).map(sample -> (sample - mean) * (sample - mean)).sum();
    int freedom = samples.length - 1;
    double t = new TDistribution(freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    return new MeanInterval(mean, t * Math.sqrt(squares / freedom / samples.length));
  }

  /** Whether zero lies outside. */
  public boolean excludesZero() {
    return Math.abs(mean) > half;
  }
}
