package io.synod.benchmarks.calibration;

import io.synod.benchmarks.process.ClusterStatus;
import java.util.Map;

/**
 * The leader's measurement of what its links carry together.
 *
 * @param bursts over all of them at the same time, since the leader's start
 * @param bitsPerSecond of the last ones; infinite if the links share nothing that is narrower than
 *     they are, or if that is not known
 */
public record SharedFinding(long bursts, double bitsPerSecond) {
  static final SharedFinding UNKNOWN = new SharedFinding(0, Double.POSITIVE_INFINITY);

  static SharedFinding of(Map<String, Object> status) {
    if (!(status.get("linksTogether") instanceof Map<?, ?> together)) {
      return UNKNOWN;
    }
    boolean narrower = Boolean.FALSE.equals(together.get("isLowerBound"));
    return new SharedFinding(
        ClusterStatus.number(together, "bursts"),
        narrower ? ClusterStatus.number(together, "bitsPerSecond") : Double.POSITIVE_INFINITY);
  }
}
