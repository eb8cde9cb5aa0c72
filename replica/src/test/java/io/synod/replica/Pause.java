package io.synod.replica;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What a test does between two looks at a condition that it waits for. */
public final class Pause {
  private static final long NANOS = 1_000_000;

  private Pause() {}

  /** Until {@code condition} holds; the test's time-out bounds the wait. */
  public static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      once();
    }
  }

  /**
   * A millisecond.
   *
   * @throws AssertionError if the test's time-out, which bounds the wait, has interrupted the
   *     thread
   */
  static void once() {
    LockSupport.parkNanos(NANOS);
    if (Thread.interrupted()) {
      throw new AssertionError("interrupted while it waits for a condition");
    }
  }
}
