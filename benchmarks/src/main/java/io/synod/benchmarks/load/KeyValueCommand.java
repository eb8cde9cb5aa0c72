package io.synod.benchmarks.load;

import java.nio.ByteBuffer;

/**
 * A command of a store of values under keys of 8 bytes: a byte for the operation, the key, and for
 * a write the value.
 */
public final class KeyValueCommand {
  public static final byte GET = 0;
  public static final byte PUT = 1;

  private static final int HEADER_BYTES = 1 + Long.BYTES;

  private KeyValueCommand() {}

  /** Reads the value; the answer is empty if there is none. */
  public static byte[] get(long key) {
    return ByteBuffer.allocate(HEADER_BYTES).put(GET).putLong(key).array();
  }

  /** Replaces the value; the answer is empty. */
  public static byte[] put(long key, byte[] value) {
    return ByteBuffer.allocate(HEADER_BYTES + value.length)
        .put(PUT)
        .putLong(key)
        .put(value)
        .array();
  }

  /** The length of a write, or of a read padded to the same length. */
  public static int bytes(int valueBytes) {
    return HEADER_BYTES + valueBytes;
  }
}
