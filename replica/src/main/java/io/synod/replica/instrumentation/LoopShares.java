package io.synod.replica.instrumentation;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What an event loop's thread spends its time on, sampled: one piece of work in {@value #GAP_MEAN},
 * at random so that no rhythm of the loop hides from it, has its CPU time read at both ends.
 * Written by that thread, read by any.
 */
final class LoopShares {
  private static final int GAP_MEAN = 64;

  private final CpuClock clock;
  private final AtomicLongArray sampledNanos = new AtomicLongArray(Activity.values().length);

  private int random;
  private int untilSample = 1;
  private boolean sampling;
  private long begunNanos;

  LoopShares(CpuClock clock, int seed) {
    this.clock = clock;
    random = seed | 1;
  }

  /** What the thread did since the last call was {@code activity}. */
  void ended(Activity activity) {
    if (sampling) {
      sampling = false;
      int at = activity.ordinal();
      sampledNanos.lazySet(at, sampledNanos.get(at) + clock.since(begunNanos));
    }
    if (--untilSample == 0) {
      untilSample = nextGap();
      sampling = true;
      begunNanos = clock.current();
    }
  }

  /** CPU time of the samples of {@code activity}. */
  long sampled(Activity activity) {
    return sampledNanos.get(activity.ordinal());
  }

  /** 1 to twice the mean less 1, by xorshift. */
  private int nextGap() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return 1 + Integer.remainderUnsigned(random, 2 * GAP_MEAN - 1);
  }
}
