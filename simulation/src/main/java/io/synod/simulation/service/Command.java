package io.synod.simulation.service;

import java.nio.ByteBuffer;

/**
 * What the service under test is asked; see {@link RegistersAndCounters}.
 *
 * @param key which register or counter
 * @param value what is written or added
 * @param expected what a compare-and-set expects
 */
public record Command(Kind kind, int key, long value, long expected) {
  private static final int FIXED_BYTES = 2 + 4 * Long.BYTES;

  /** What is done to a register (the first three) or to a counter. */
  public enum Kind {
    READ,
    WRITE,
    COMPARE_AND_SET,
    COUNT,
    ADD;

    private static final Kind[] BY_CODE = values();
  }

  public boolean isRead() {
    return kind == Kind.READ || kind == Kind.COUNT;
  }

  public boolean isOfCounter() {
    return kind == Kind.COUNT || kind == Kind.ADD;
  }

  /**
   * The command's bytes, with the place in its session for the checks, and {@code padding} more.
   */
  public byte[] encode(long session, long sequence, int padding) {
    return ByteBuffer.allocate(FIXED_BYTES + padding)
        .put((byte) kind.ordinal())
        .put((byte) key)
        .putLong(value)
        .putLong(expected)
        .putLong(session)
        .putLong(sequence)
        .array();
  }

  static Command decode(ByteBuffer bytes) {
    Kind kind = Kind.BY_CODE[bytes.get()];
    return new Command(kind, bytes.get(), bytes.getLong(), bytes.getLong());
  }
}
