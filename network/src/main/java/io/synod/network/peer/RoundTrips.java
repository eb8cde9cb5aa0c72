package io.synod.network.peer;

import java.util.Arrays;

/** The last few round trips of one connection. */
final class RoundTrips {
  private static final int KEPT = 10;

  private final long[] nanos = new long[KEPT];
  private long count;
  private long shortest = Long.MAX_VALUE;

  void add(long roundTripNanos) {
    nanos[(int) (count++ % KEPT)] = roundTripNanos;
    shortest = Math.min(shortest, roundTripNanos);
  }

  /** All that there have been. */
  long count() {
    return count;
  }

  /** The shortest of those that are kept; 0 if there is none. */
  long least() {
    return Arrays.stream(nanos, 0, kept()).min().orElse(0);
  }

  /** The shortest of all that there have been; 0 if there is none. */
  long shortest() {
    return count == 0 ? 0 : shortest;
  }

  /** Of those that are kept; 0 if there is none. */
  long mean() {
    return Math.round(Arrays.stream(nanos, 0, kept()).average().orElse(0));
  }

  private int kept() {
    return (int) Math.min(count, KEPT);
  }
}
