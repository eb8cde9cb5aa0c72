package io.synod.core.election;

/**
 * This machine's steady clock, by which leases are counted, and its wall clock. A steady clock may
 * stand still while the machine is suspended; then the wall clock shows what has passed. Without
 * leases no reading comes.
 */
public final class BothClocks {
  // Wall clocks are read in milliseconds.
  static final long WALL_STEP_NANOS = 1_000_000;

  private boolean begun;
  private long sinceNanos;
  private long aheadNanos;

  /** A leadership begins: what the clocks did before it does not matter. */
  public void begin() {
    begun = false;
  }

  /**
   * Both clocks were read. A wall clock that was set back does not show how long the steady one has
   * stood still, so earlier readings count no more.
   */
  public void read(long nowNanos, long wallNanos) {
    long newAheadNanos = wallNanos - nowNanos;
    if (!begun || newAheadNanos - aheadNanos < -WALL_STEP_NANOS) {
      begun = true;
      sinceNanos = nowNanos;
    }
    aheadNanos = newAheadNanos;
  }

  /** By how much the wall clock was ahead of the steady one at the last reading. */
  long aheadNanos() {
    return aheadNanos;
  }

  /** Whether a reading has come by {@code fromNanos}. */
  boolean isReadSince(long fromNanos) {
    return begun && sinceNanos - fromNanos <= 0;
  }
}
