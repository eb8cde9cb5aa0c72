package io.synod.benchmarks.load;

import java.time.Duration;

/**
 * The measured time, and the unmeasured load before it: a JVM spends its first seconds compiling.
 */
public record Span(Duration warmUp, Duration duration) {

  public Span {
    if (warmUp.isNegative() || duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("warm-up %s, duration %s".formatted(warmUp, duration));
    }
  }
}
