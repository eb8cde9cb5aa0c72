package io.synod.benchmarks.load;

/**
 * When requests begin. In an open loop at equal distances from the start on, however long the ones
 * before them take: what waits because too many are on their way is late, and its latency says so
 * (no coordinated omission). In a closed loop always now. Confined to one event loop.
 */
final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  // 0 in a closed loop.
  private final double periodNanos;

  private long startNanos;
  private long begun;

  /**
   * @param perSecond requests due in a second; 0 for a closed loop
   */
  Pace(double perSecond) {
    periodNanos = perSecond == 0 ? 0 : NANOS_PER_SECOND / perSecond;
  }

  boolean isOpen() {
    return periodNanos > 0;
  }

  /** The first request is due now; what was due before is forgotten. */
  void start(long nowNanos) {
    startNanos = nowNanos;
    begun = 0;
  }

  /** When the next request is due. */
  long dueNanos(long nowNanos) {
    return isOpen() ? startNanos + (long) (begun * periodNanos) : nowNanos;
  }

  /** The next request begins. */
  void begin() {
    begun++;
  }
}
