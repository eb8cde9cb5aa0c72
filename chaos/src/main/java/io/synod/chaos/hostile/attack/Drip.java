package io.synod.chaos.hostile.attack;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Sends a byte each 100 ms, as long as there are any, and then holds the connection. */
final class Drip implements Script {
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final byte[] bytes;
  private boolean begun;
  private long dueNanos = System.nanoTime();

  Drip(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public boolean tick(Line line) throws IOException {
    if (!begun) {
      begun = true;
      line.send(bytes, 1);
    }
    if (System.nanoTime() - dueNanos >= 0) {
      dueNanos = System.nanoTime() + INTERVAL_NANOS;
      line.push(1);
      line.pull(1 << 10);
    }
    return true;
  }
}
