package io.synod.benchmarks.load;

/**
 * When requests begin. In an open loop at equal distances from the start on, however long the ones
 * before them take: what waits because too many are on its way is late, and its latency says so (no
 * coordinated omission). Or so many at once at equal distances, of which the last one alone tells
 * its latency: that of them all. In a closed loop always now. Confined to one event loop.
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

  /** What is due in a second is due at its begin. */
  static Pace bursts(long perSecond) {
    return new Pace(perSecond, perSecond);
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
    return isOpen() ? startNanos + (long) (begun / atOnce * atOnce * periodNanos) : nowNanos;
  }

  /** The next request begins; says whether its latency counts. */
  boolean begin() {
    begun++;
    return begun % atOnce == 0;
  }
}
