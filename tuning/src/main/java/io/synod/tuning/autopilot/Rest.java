package io.synod.tuning.autopilot;

/**
 * The time between two rounds of trials that have found nothing better: longer after each, as long
 * as nothing changes.
 */
final class Rest {
  private static final long SHORTEST_NANOS = 10_000_000_000L;
  private static final long LONGEST_NANOS = 160_000_000_000L;

  // Logarithm of a ratio: a change of a quarter or more.
  private static final double CHANGE = 0.25;
  private static final int CHANGED_READINGS = 2;
  private static final int REFERENCE_READINGS = 3;

  private long lengthNanos = SHORTEST_NANOS;
  private long endNanos;
  private boolean longest;
  private int readings;
  private int changed;
  private double throughput;
  private double time;
  private double latency;

  /** A round is over. */
  void begin(long nowNanos) {
    endNanos = nowNanos + lengthNanos;
    longest = lengthNanos == LONGEST_NANOS;
    lengthNanos = Math.min(LONGEST_NANOS, 2 * lengthNanos);
    readings = 0;
    changed = 0;
  }

  /** The next rest is a short one again. */
  void shorten() {
    lengthNanos = SHORTEST_NANOS;
  }

  /** Whether it is over by the time. */
  boolean isOver(long nowNanos) {
    return nowNanos - endNanos >= 0;
  }

  /** Whether no rest is longer. */
  boolean isLongest() {
    return longest;
  }

  /** Whether {@code reading} shows another load or machine than when it began. */
  boolean isDisturbedBy(Reading reading) {
    double[] now = {
      Math.log(reading.throughput()),
      Math.log(reading.timeInLeader()),
      Math.log(reading.instanceNanos())
    };
    if (readings < REFERENCE_READINGS) {
      readings++;
      throughput += (now[0] - throughput) / readings;
      time += (now[1] - time) / readings;
      latency += (now[2] - latency) / readings;
      return false;
    }
    boolean differs =
        Math.abs(now[0] - throughput) > CHANGE
            || Math.abs(now[1] - time) > CHANGE
            || Math.abs(now[2] - latency) > CHANGE;
    changed = differs ? changed + 1 : 0;
    return changed == CHANGED_READINGS;
  }
}
