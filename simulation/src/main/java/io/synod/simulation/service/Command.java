package io.synod.simulation.service;

import java.nio.ByteBuffer;

/**
 * A command of the service under test; see {@link RegistersAndCounters}.
 *
 * @param key of the register or counter
 * @param value that is written or added
 * @param expected by a compare-and-set
 */
public record Command(Kind kind, int key, long value, long expected) {
  static final int NOT_STRANGE = Integer.MIN_VALUE;

  private static final byte STRANGE = 0x7F;
  private static final int STRANGE_BYTES = 1 + Integer.BYTES;
  private static final int FIXED_BYTES = 2 + 4 * Long.BYTES;

  /** The operations on a register (the first three) and on a counter. */
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
   * The command's bytes, with its position in its session for the checks, and {@code more} behind
   * them.
   */
  public byte[] encode(long session, long sequence, byte[] more) {
    return ByteBuffer.allocate(FIXED_BYTES + more.length)
        .put((byte) kind.ordinal())
        .put((byte) key)
        .putLong(value)
        .putLong(expected)
        .putLong(session)
        .putLong(sequence)
        .put(more)
        .array();
  }

  /**
   * A stranger's command, which changes nothing and belongs to no history.
   *
   * @param answerBytes of the answer; negative for an exception
   */
  public static byte[] strange(int answerBytes, int padding) {
    return ByteBuffer.allocate(STRANGE_BYTES + padding).put(STRANGE).putInt(answerBytes).array();
  }

  /**
   * The bytes of the answer to a stranger, or {@link #NOT_STRANGE}.
   *
   * @param bytes are not consumed
   */
  static int strangeAnswerBytes(ByteBuffer bytes) {
    int at = bytes.position();
    if (!bytes.hasRemaining()) {
      return 0;
    }
    return bytes.get(at) == STRANGE ? bytes.getInt(at + 1) : NOT_STRANGE;
  }

  static Command decode(ByteBuffer bytes) {
    Kind kind = Kind.BY_CODE[bytes.get()];
    return new Command(kind, bytes.get(), bytes.getLong(), bytes.getLong());
  }
}
