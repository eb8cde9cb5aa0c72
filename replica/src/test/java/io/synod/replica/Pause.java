package io.synod.replica;

import java.util.concurrent.locks.LockSupport;

/** What a test does between two looks at a condition that it waits for. */
final class Pause {
  private static final long NANOS = 1_000_000;

  private Pause() {}

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
