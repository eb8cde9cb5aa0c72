package io.synod.benchmarks.limit;

/**
 * The share of one processor that a process may use. A process that has used its quota waits for
 * the end of the period, so periods are short. Unused quota is available in the next period.
 *
 * @param ofProcessor above 0; 0.04 is 40 ms in each second
 */
public record CpuShare(double ofProcessor) {
  private static final long PERIOD_MICROS_MIN = 10_000;
  private static final long PERIOD_MICROS_MAX = 1_000_000;

  // The kernel accepts no smaller quota.
  private static final long QUOTA_MICROS_MIN = 1_000;

  public CpuShare {
    if (!(ofProcessor >= (double) QUOTA_MICROS_MIN / PERIOD_MICROS_MAX)) {
      throw new IllegalArgumentException("a share of " + ofProcessor + " of a processor");
    }
  }

  /** 10 ms, or longer if the quota would be below the kernel's minimum. */
  public long periodMicros() {
    return Math.max(PERIOD_MICROS_MIN, Math.round(QUOTA_MICROS_MIN / ofProcessor));
  }

  /** The quota of each period. */
  public long quotaMicros() {
    return Math.round(ofProcessor * periodMicros());
  }
}
