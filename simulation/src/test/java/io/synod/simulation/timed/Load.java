package io.synod.simulation.timed;

import java.util.SplittableRandom;

/**
 * What clients send.
 *
 * @param outstanding requests under way at any time; of an open loop, at most
 * @param perSecond requests of an open loop; 0 for a closed one
 * @param payloadBytes of a request
 */
record Load(int outstanding, double perSecond, int payloadBytes) {
  private static final int OUTSTANDING_MIN = 8;
  private static final int OUTSTANDING_MAX = 1_000;

  /**
   * @param capacity requests per second that a processor can execute
   * @param roundTrip in seconds
   */
  static Load drawn(SplittableRandom random, double capacity, double roundTrip) {
    int payload = 16 << random.nextInt(6);
    if (random.nextInt(3) == 0) {
      double rate = capacity * (0.05 + 0.15 * random.nextDouble());
      return new Load(OUTSTANDING_MAX, rate, payload);
    }
    // Some of them wait for a window.
    double inFlight = capacity / 4 * roundTrip * Math.pow(4, random.nextDouble());
    return new Load(within(OUTSTANDING_MIN + (int) inFlight + random.nextInt(300)), 0, payload);
  }

  private static int within(int outstanding) {
    return Math.max(OUTSTANDING_MIN, Math.min(OUTSTANDING_MAX, outstanding));
  }

  boolean isOpen() {
    return perSecond > 0;
  }

  Load times(double factor) {
    return isOpen()
        ? new Load(outstanding, perSecond * Math.min(factor, 1.5), payloadBytes)
        : new Load(within((int) (outstanding * factor)), 0, payloadBytes);
  }
}
