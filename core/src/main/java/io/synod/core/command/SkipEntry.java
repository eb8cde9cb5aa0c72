package io.synod.core.command;

import java.nio.ByteBuffer;

/**
 * The control entry that skips one request: every replica that has halted at this request goes on
 * behind it, also one that executes the slots again later. Its payload, big-endian:
 *
 * <pre>
 *   0  long  slot of the request
 *   8  int   its index in the batch
 * </pre>
 *
 * @param slot of the request
 * @param index of the request in its batch, from 0
 */
public record SkipEntry(long slot, int index) {
  /** Length of the payload. */
  public static final int BYTES = Long.BYTES + Integer.BYTES;

  /** The payload of the entry. */
  public byte[] payload() {
    return ByteBuffer.allocate(BYTES).putLong(slot).putInt(index).array();
  }

  /** Whether {@code batch} holds this entry. */
  public boolean isIn(Batch batch) {
    byte[] bytes = batch.bytes();
    int at = Batch.HEADER_BYTES;
    for (int left = batch.count(); left > 0; left--) {
      int payload = BatchEntry.payloadBytes(bytes, at);
      int body = at + BatchEntry.HEADER_BYTES;
      if (BatchEntry.sequence(bytes, at) == BatchEntry.SKIP
          && payload == BYTES
          && BatchEntry.getLong(bytes, body) == slot
          && BatchEntry.payloadBytes(bytes, body + Long.BYTES) == index) {
        return true;
      }
      at = body + payload;
    }
    return false;
  }
}
