package io.synod.network.peer;

import java.util.Arrays;

/** The round trips of one connection: the last few, and the shortest of many more. */
final class RoundTrips {
  private static final int KEPT = 10;
  private static final int IN_GROUP = 60;
  private static final int GROUPS = 10;

  private final long[] nanos = new long[KEPT];
  private long count;

  // Of each of the last groups of round trips: of ten minutes, if there is one a second.
  private final long[] shortest = new long[GROUPS];

  RoundTrips() {
    Arrays.fill(shortest, Long.MAX_VALUE);
  }

  void add(long roundTripNanos) {
    int group = (int) (count / IN_GROUP % GROUPS);
    if (count % IN_GROUP == 0) {
      shortest[group] = Long.MAX_VALUE;
    }
    shortest[group] = Math.min(shortest[group], roundTripNanos);
    nanos[(int) (count++ % KEPT)] = roundTripNanos;
  }

  /** All that there have been. */
  long count() {
    return count;
  }

  /** The shortest of those that are kept; 0 if there is none. */
  long least() {
    return Arrays.stream(nanos, 0, kept()).min().orElse(0);
  }

  /** The shortest of the last {@value #GROUPS} groups; 0 if there is none. */
  long shortest() {
    return count == 0 ? 0 : Arrays.stream(shortest).min().orElseThrow();
  }

  /** Of those that are kept; 0 if there is none. */
  long mean() {
    return Math.round(Arrays.stream(nanos, 0, kept()).average().orElse(0));
  }

  private int kept() {
    return (int) Math.min(count, KEPT);
  }
}
