package io.synod.simulation;

import io.synod.replica.config.SynodConfigBuilder;
import java.util.SplittableRandom;

/**
 * In one of eight scenarios the leader answers reads by lease, with a drift that no clock of a
 * scenario exceeds.
 */
final class LeasesDraw {
  private static final int ONE_IN = 8;

  private final boolean areOn;

  LeasesDraw(SplittableRandom random) {
    areOn = random.nextInt(ONE_IN) == 0;
  }

  boolean areOn() {
    return areOn;
  }

  /**
   * @param driftPpm by how much the rate of a clock differs from true time at most
   */
  void set(SynodConfigBuilder builder, int driftPpm) {
    if (areOn) {
      builder.set("reads.lease", "on").set("reads.clock-drift", driftPpm + "ppm");
    }
  }

  /** How much later the next leader may be elected than without leases. */
  long waitNanos(long timeoutNanos) {
    return areOn ? timeoutNanos : 0;
  }
}
