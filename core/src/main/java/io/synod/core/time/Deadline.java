package io.synod.core.time;

/** A timer as data: the moment, in the step's clock, at which its owner wants to be woken. */
public final class Deadline {
  public static final long NEVER = Long.MAX_VALUE;

  private long atNanos = NEVER;

  public void set(long atNanos) {
    this.atNanos = atNanos;
  }

  /** The earlier one of this and what is set. */
  public void setEarliest(long atNanos) {
    this.atNanos = isSet() && this.atNanos - atNanos < 0 ? this.atNanos : atNanos;
  }

  public void clear() {
    atNanos = NEVER;
  }

  public boolean isSet() {
    return atNanos != NEVER;
  }

  public boolean hasPassed(long nowNanos) {
    return atNanos != NEVER && nowNanos - atNanos >= 0;
  }

  /** {@link #NEVER} if it is not set. */
  public long atNanos() {
    return atNanos;
  }
}
