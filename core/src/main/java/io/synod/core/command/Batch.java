package io.synod.core.command;

import java.util.Arrays;

/**
 * The value of one slot: requests in the bytes in which they travel, are stored and are executed.
 * Encoded once, by the batcher; immutable from then on. Big-endian:
 *
 * <pre>
 *   0  long  leader time: milliseconds since the epoch when the batch was closed
 *   8  int   count of entries
 *  12  entries, see {@link BatchEntry}
 * </pre>
 */
public final class Batch {
  public static final int HEADER_BYTES = 12;

  /** What keeping a batch in a slot takes of the heap beside its bytes: its objects and a place. */
  public static final int OVERHEAD_BYTES = 64;

  /** The no-op that a new leader proposes in a slot without a value: no request, no time. */
  public static final Batch NOOP = new Batch(new byte[HEADER_BYTES]);

  private final byte[] bytes;

  private Batch(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes over {@code bytes}, whose entries stand from {@link #HEADER_BYTES} on. */
  public static Batch close(byte[] bytes, long leaderTimeMillis, int count) {
    BatchEntry.putLong(bytes, 0, leaderTimeMillis);
    BatchEntry.putInt(bytes, 8, count);
    return new Batch(bytes);
  }

  /**
   * Takes over the bytes of a batch that another replica has closed.
   *
   * @throws IllegalArgumentException if they are not a batch: its entries must fill it exactly
   */
  public static Batch decoded(byte[] bytes) {
    if (bytes.length < HEADER_BYTES) {
      throw new IllegalArgumentException("a batch of " + bytes.length + " bytes has no header");
    }
    Batch batch = new Batch(bytes);
    int at = HEADER_BYTES;
    for (int index = batch.count(); index > 0; index--) {
      int left = bytes.length - at - BatchEntry.HEADER_BYTES;
      if (left < 0) {
        throw new IllegalArgumentException("a batch ends inside the header of an entry");
      }
      int payload = BatchEntry.payloadBytes(bytes, at);
      if (payload < 0 || payload > left) {
        throw new IllegalArgumentException(
            "a batch entry of %d bytes does not fit the %d left".formatted(payload, left));
      }
      at += BatchEntry.HEADER_BYTES + payload;
    }
    if (at != bytes.length || batch.count() < 0) {
      throw new IllegalArgumentException(
          "a batch of %d entries ends at %d of %d bytes"
              .formatted(batch.count(), at, bytes.length));
    }
    return batch;
  }

  public long leaderTimeMillis() {
    return BatchEntry.getLong(bytes, 0);
  }

  public int count() {
    return BatchEntry.payloadBytes(bytes, 8);
  }

  public int length() {
    return bytes.length;
  }

  /** Whether it holds no request: nothing, or what an operator or a leader has made. */
  public boolean isControl() {
    int count = count();
    return count == 0 || count == 1 && BatchEntry.sequence(bytes, HEADER_BYTES) <= BatchEntry.SKIP;
  }

  /** Bytes of the heap that keeping it in a slot takes. */
  public int heapBytes() {
    return bytes.length + OVERHEAD_BYTES;
  }

  /** The encoded batch, shared and not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return this == other || other instanceof Batch batch && Arrays.equals(bytes, batch.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "batch(" + count() + " requests, " + length() + " bytes)";
  }
}
