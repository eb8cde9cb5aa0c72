package io.synod.tuning.autopilot;

/** How long the intervals of a search last, and how long it waits before each. */
public final class Pace {
  // In latencies of an instance: until those of other limits are decided, and of an interval.
  private static final int SETTLE_LATENCIES = 2;
  private static final long SETTLE_NANOS_MIN = 20_000_000;
  private static final long SETTLE_NANOS_MAX = 500_000_000;
  private static final int MEASURE_LATENCIES = 4;
  private static final long MEASURE_NANOS_MIN = 150_000_000;
  private static final long MEASURE_NANOS_MAX = 1_000_000_000;

  private Pace() {}

  /** From setting the limits of the next interval to its beginning. */
  public static long settleNanos(Search search) {
    return within(latencies(search, SETTLE_LATENCIES), SETTLE_NANOS_MIN, SETTLE_NANOS_MAX);
  }

  /** The length of the next interval. */
  public static long intervalNanos(Search search) {
    if (search.isResting()) {
      return MEASURE_NANOS_MAX;
    }
    double wanted = Math.max(latencies(search, MEASURE_LATENCIES), enoughRequests(search));
    return within(wanted, MEASURE_NANOS_MIN, MEASURE_NANOS_MAX);
  }

  private static double latencies(Search search, int count) {
    return search.pace() == null ? 0 : count * search.pace().instanceNanos();
  }

  /** Long enough to say whether a candidate decides far fewer requests. */
  private static double enoughRequests(Search search) {
    return search.pace() == null ? 0 : search.pace().nanosFor(Search.REQUESTS_EXPECTED);
  }

  private static long within(double nanos, long least, long most) {
    return (long) Math.max(least, Math.min(most, nanos));
  }
}
