package io.synod.replica.instrumentation;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Samples the work of an event loop's thread. It reads the CPU time before and after some pieces of
 * work, drawn at random so that no rhythm of the loop distorts the result. A busy loop has about
 * one sample in {@value #MICROS_BETWEEN} microseconds, whatever the length of its pieces, since
 * reading the clock costs some hundred nanoseconds; of an idle one every piece is a sample. Written
 * by that thread, read by any.
 */
final class LoopShares {
  private static final long MICROS_BETWEEN = 2_000;
  private static final long NANOS_BETWEEN = MICROS_BETWEEN * 1_000;
  private static final int GAP_MEAN_MAX = 4_096;

  private final CpuClock clock;

  // CPU time of the samples, each as often as there are pieces that it stands for.
  private final AtomicLongArray sampledNanos = new AtomicLongArray(Activity.values().length);

  private int random;
  private int gapMean = 1;
  private int untilSample = 1;
  private long lastSampleNanos;

  // Of the sample that is being taken; 0 if none is.
  private int weight;
  private long begunNanos;

  LoopShares(CpuClock clock, int seed) {
    this.clock = clock;
    random = seed | 1;
  }

  /** What the thread did since the last call was {@code activity}. */
  void ended(Activity activity) {
    if (weight > 0) {
      int at = activity.ordinal();
      long nanos = clock.since(begunNanos) * weight;
      sampledNanos.lazySet(at, sampledNanos.get(at) + nanos);
      weight = 0;
    }
    if (--untilSample == 0) {
      weight = gapMean;
      adapt(System.nanoTime());
      untilSample = nextGap();
      begunNanos = clock.current();
    }
  }

  /** CPU time of {@code activity}, estimated from the samples. */
  long sampled(Activity activity) {
    return sampledNanos.get(activity.ordinal());
  }

  private void adapt(long nowNanos) {
    long sinceLast = nowNanos - lastSampleNanos;
    lastSampleNanos = nowNanos;
    if (sinceLast < NANOS_BETWEEN && gapMean < GAP_MEAN_MAX) {
      gapMean *= 2;
    } else if (sinceLast > 2 * NANOS_BETWEEN && gapMean > 1) {
      gapMean /= 2;
    }
  }

  /** 1 to twice the mean less 1, by xorshift. */
  private int nextGap() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return 1 + Integer.remainderUnsigned(random, 2 * gapMean - 1);
  }
}
