package io.synod.benchmarks.limit;

/**
 * How much of one processor a process may use, and how finely that is dealt out: a process that has
 * used its quota waits for the end of the period, so periods are short. What it has not used of one
 * period it may use in the next.
 *
 * @param ofProcessor above 0; 0.04 is 40 ms in each second
 */
public record CpuShare(double ofProcessor) {
  private static final long PERIOD_MICROS_MIN = 10_000;
  private static final long PERIOD_MICROS_MAX = 1_000_000;

  // The kernel takes no smaller quota.
  private static final long QUOTA_MICROS_MIN = 1_000;

  public CpuShare {
    if (!(ofProcessor >= (double) QUOTA_MICROS_MIN / PERIOD_MICROS_MAX)) {
      throw new IllegalArgumentException("a share of " + ofProcessor + " of a processor");
    }
  }

  /** 10 ms, or longer where a share of that is less than the kernel deals out. */
  public long periodMicros() {
    return Math.max(PERIOD_MICROS_MIN, Math.round(QUOTA_MICROS_MIN / ofProcessor));
  }

  /** Of each period. */
  public long quotaMicros() {
    return Math.round(ofProcessor * periodMicros());
  }
}
