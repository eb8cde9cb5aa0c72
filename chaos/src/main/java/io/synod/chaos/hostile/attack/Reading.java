package io.synod.chaos.hostile.attack;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** How fast an attacker reads the answers on one connection. */
final class Reading {
  private static final int BYTES_PER_TICK = 64 << 10;

  private final int bytes;
  private final long intervalNanos;
  private long dueNanos = System.nanoTime();

  private Reading(int bytes, long intervalNanos) {
    this.bytes = bytes;
    this.intervalNanos = intervalNanos;
  }

  /**
   * Reads all bytes, with a bound per tick so that one connection does not use the whole machine.
   */
  static Reading all() {
    return new Reading(BYTES_PER_TICK, 0);
  }

  /** A byte every 50 ms. */
  static Reading slowly() {
    return new Reading(1, TimeUnit.MILLISECONDS.toNanos(50));
  }

  static Reading never() {
    return new Reading(0, 0);
  }

  void read(Line line) throws IOException {
    if (bytes == 0 || System.nanoTime() - dueNanos < 0) {
      return;
    }
    dueNanos = System.nanoTime() + intervalNanos;
    line.pull(bytes);
  }
}
