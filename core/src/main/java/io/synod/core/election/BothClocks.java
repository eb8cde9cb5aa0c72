package io.synod.core.election;

/**
 * This machine's steady clock, by which leases are counted, and its wall clock. A steady clock may
 * stand still while the machine is suspended; then the wall clock shows what has passed. Without
 * leases no reading comes.
 */
public final class BothClocks {
  private boolean begun;
  private long sinceNanos;
  private long aheadNanos;

  /** A leadership begins: what the clocks did before it does not matter. */
  public void begin() {
    begun = false;
  }

  /** Both clocks were read. */
  public void read(long nowNanos, long wallNanos) {
    if (!begun) {
      begun = true;
      sinceNanos = nowNanos;
    }
    aheadNanos = wallNanos - nowNanos;
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
