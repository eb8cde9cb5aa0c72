package io.synod.simulation;

import java.util.SplittableRandom;

/** In one of eight scenarios the replicas choose batch size, window and timeouts by themselves. */
final class AutomaticDraw {
  private static final int SCENARIOS = 8;

  // Of the longest election timeout several must fit into the time for healing.
  private static final int MILLIS_MAX = 2_500;

  private final SplittableRandom random;
  private final boolean isAutomatic;

  AutomaticDraw(SplittableRandom random) {
    this.random = random;
    isAutomatic = random.nextInt(SCENARIOS) == 0;
  }

  boolean isAutomatic() {
    return isAutomatic;
  }

  /** {@code most} of a unit, or what lies between. */
  String range(int least, int most, String unit) {
    return isAutomatic ? least + unit + ".." + most + unit : most + unit;
  }

  /** {@code millis} milliseconds, or up to some times as many. */
  String timeout(int millis) {
    return isAutomatic
        ? "%dms..%dms"
            .formatted(
                millis, Math.max(millis, Math.min(MILLIS_MAX, millis * random.nextInt(2, 9))))
        : millis + "ms";
  }
}
