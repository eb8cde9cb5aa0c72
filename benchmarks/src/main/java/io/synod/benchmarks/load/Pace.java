package io.synod.benchmarks.load;

/**
 * The begin times of requests. In an open loop they have equal distances from the start,
 * independent of earlier requests. A request that waits because too many are in flight is late, and
 * its latency includes the wait (no coordinated omission). With bursts, equal numbers are due at
 * equal distances, and only the last request is timed, for all of them. In a closed loop a request
 * is always due. Confined to one event loop.
 */
final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  // 0 in a closed loop.
  private final double periodNanos;
  private final long atOnce;

  private long startNanos;
  private long begun;

  private Pace(double perSecond, long atOnce) {
    periodNanos = perSecond == 0 ? 0 : NANOS_PER_SECOND / perSecond;
    this.atOnce = atOnce;
  }

  /**
   * @param perSecond requests due in a second; 0 for a closed loop
   */
  Pace(double perSecond) {
    this(perSecond, 1);
  }

  /** All requests of a second are due at its begin. */
  static Pace bursts(long perSecond) {
    return new Pace(perSecond, perSecond);
  }

  boolean isOpen() {
    return periodNanos > 0;
  }

  /** The first request is due now; earlier ones are dropped. */
  void start(long nowNanos) {
    startNanos = nowNanos;
    begun = 0;
  }

  /** When the next request is due. */
  long dueNanos(long nowNanos) {
    return isOpen() ? startNanos + (long) (begun / atOnce * atOnce * periodNanos) : nowNanos;
  }

  /** Begins the next request; returns whether its latency counts. */
  boolean begin() {
    begun++;
    return begun % atOnce == 0;
  }
}
