package io.synod.simulation.host;

/** The delay and the bandwidth of links, which may change. */
public final class LinkPace {
  private static final double NANOS = 1e9;

  // As a kernel's buffers would grow to.
  private static final int WINDOW_BYTES = 16 << 20;

  private long delayNanos;
  private double bytesPerSecond;

  public LinkPace(long delayNanos, double bytesPerSecond) {
    set(delayNanos, bytesPerSecond);
  }

  /**
   * @param delayNanos in one direction
   */
  public final void set(long delayNanos, double bytesPerSecond) {
    this.delayNanos = delayNanos;
    this.bytesPerSecond = bytesPerSecond;
  }

  long delayNanos() {
    return delayNanos;
  }

  /** How long it takes to send {@code bytes}. */
  long sendingNanos(int bytes) {
    return (long) (bytes / bytesPerSecond * NANOS);
  }

  int windowBytes() {
    return WINDOW_BYTES;
  }
}
