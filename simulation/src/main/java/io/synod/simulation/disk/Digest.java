package io.synod.simulation.disk;

import java.nio.ByteBuffer;

/** A 64-bit hash of a sequence of values. */
final class Digest {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long hash = GOLDEN;

  void add(long value) {
    hash = (hash ^ value) * GOLDEN;
    hash ^= hash >>> 29;
  }

  void add(String text) {
    add(text.length());
    text.chars().forEach(this::add);
  }

  /** Adds whole longs. */
  void add(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      add(buffer.getLong());
    }
  }

  long value() {
    return hash;
  }
}
