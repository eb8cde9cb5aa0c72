package io.synod.chaos.hostile.attack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** How fast an attacker reads the answers on one connection. */
final class Reading {
  private static final int BYTES_PER_TICK = 64 << 10;

  private final int bytes;
  private final long intervalNanos;
  private final Consumer<ByteBuffer> reader;
  private long dueNanos = System.nanoTime();

  private Reading(int bytes, long intervalNanos, Consumer<ByteBuffer> reader) {
    this.bytes = bytes;
    this.intervalNanos = intervalNanos;
    this.reader = reader;
  }

  /**
   * Reads all bytes, with a bound per tick so that one connection does not use the whole machine.
   */
  static Reading all() {
    return all(ignored -> {});
  }

  /** The same, and passes each piece on. */
  static Reading all(Consumer<ByteBuffer> reader) {
    return new Reading(BYTES_PER_TICK, 0, reader);
  }

  /** A byte every 50 ms. */
  static Reading slowly() {
    return new Reading(1, TimeUnit.MILLISECONDS.toNanos(50), ignored -> {});
  }

  static Reading never() {
    return new Reading(0, 0, ignored -> {});
  }

  void read(Line line) throws IOException {
    if (bytes == 0 || System.nanoTime() - dueNanos < 0) {
      return;
    }
    dueNanos = System.nanoTime() + intervalNanos;
    line.pull(bytes, reader);
  }
}
