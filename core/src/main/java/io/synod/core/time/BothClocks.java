package io.synod.core.time;

/**
 * This machine's steady clock, by which leases and the age of bounded reads are counted, and its
 * wall clock. A steady clock may stand still while the machine is suspended; then the wall clock
 * shows what has passed. No reading comes where nothing needs one.
 */
public final class BothClocks {
  // Wall clocks are read in milliseconds.
  public static final long WALL_STEP_NANOS = 1_000_000;

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
  public long aheadNanos() {
    return aheadNanos;
  }

  /**
   * Whether no more than {@code nanos} have passed since {@code fromNanos}, as far as both clocks
   * show. Without any reading the steady clock counts alone.
   *
   * @param fromAheadNanos {@link #aheadNanos} then
   */
  public boolean hasPassedAtMost(long nanos, long fromNanos, long fromAheadNanos, long nowNanos) {
    long hiddenNanos = Math.max(0, aheadNanos - fromAheadNanos - WALL_STEP_NANOS);
    boolean isKnown = !begun || isReadSince(fromNanos);
    return isKnown && nowNanos - fromNanos <= nanos - hiddenNanos;
  }

  /** Whether a reading has come by {@code fromNanos}. */
  public boolean isReadSince(long fromNanos) {
    return begun && sinceNanos - fromNanos <= 0;
  }
}
