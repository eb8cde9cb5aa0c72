package io.synod.tuning.autopilot;

/** Sums up what a leader does, for one {@link Reading} after the other. Confined to one thread. */
public final class LoadMeter {
  private long sinceNanos;
  private long atNanos;
  private long pending;
  private boolean windowFull;

  private long requests;
  private long instances;
  private long bytes;
  private double pendingNanos;
  private long latencyNanos;
  private long latencyLeastNanos;
  private long asideBytes;
  private long windowFullNanos;

  /**
   * @param nowNanos when the first interval begins
   */
  public LoadMeter(long nowNanos) {
    restart(nowNanos);
  }

  /** Begins an interval at {@code nowNanos}; forgets what was measured before. */
  public final void restart(long nowNanos) {
    sinceNanos = nowNanos;
    atNanos = nowNanos;
    requests = 0;
    instances = 0;
    bytes = 0;
    pendingNanos = 0;
    latencyNanos = 0;
    latencyLeastNanos = Long.MAX_VALUE;
    asideBytes = 0;
    windowFullNanos = 0;
  }

  /**
   * From now on {@code pending} requests are in the leader.
   *
   * @param windowFull whether requests wait because the window is full
   */
  public void observe(long pending, boolean windowFull, long nowNanos) {
    long passed = nowNanos - atNanos;
    pendingNanos += (double) this.pending * passed;
    windowFullNanos += this.windowFull ? passed : 0;
    this.pending = pending;
    this.windowFull = windowFull;
    atNanos = nowNanos;
  }

  /**
   * A batch is decided.
   *
   * @param count of its requests
   * @param length of the batch in bytes
   * @param latency from opening to deciding its slot, in nanoseconds
   */
  public void decided(int count, int length, long latency) {
    requests += count;
    instances++;
    bytes += length;
    latencyNanos += latency;
    latencyLeastNanos = Math.min(latencyLeastNanos, latency);
  }

  /** {@code length} bytes went to replicas that catch up. */
  public void sentAside(long length) {
    asideBytes += length;
  }

  /** What the interval up to the last call of {@link #observe} has brought. */
  public Reading reading() {
    return new Reading(
        Math.max(1, atNanos - sinceNanos),
        requests,
        instances,
        bytes,
        pendingNanos,
        latencyNanos,
        instances == 0 ? 0 : latencyLeastNanos,
        asideBytes,
        windowFullNanos);
  }
}
