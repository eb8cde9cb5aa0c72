package io.synod.simulation.scheduler;

/**
 * The clock of one replica: it has its own start and rate.
 *
 * @param offsetNanos reading at virtual time 0; any sign, as with System.nanoTime
 * @param skewPpm how much faster than virtual time, in millionths
 * @param wallMillis milliseconds since the epoch at virtual time 0
 */
public record SkewedClock(long offsetNanos, int skewPpm, long wallMillis) {
  private static final long MILLION = 1_000_000;

  public long nanos(long virtualNanos) {
    return offsetNanos + elapsed(virtualNanos);
  }

  public long wallMillis(long virtualNanos) {
    return wallMillis + elapsed(virtualNanos) / MILLION;
  }

  /** A virtual time at which this clock has reached {@code nanos}, less than 3 ns late. */
  public long virtual(long nanos) {
    long elapsed = nanos - offsetNanos;
    return elapsed <= 0 ? 0 : (long) (elapsed / (1 + skewPpm / (double) MILLION)) + 2;
  }

  private long elapsed(long virtualNanos) {
    return virtualNanos + virtualNanos * skewPpm / MILLION;
  }
}
