package io.synod.benchmarks.micro;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;

/** Bytes of requests, as clients send them. */
final class Entries {
  static final int PAYLOAD_BYTES = 128;
  static final int ENTRY_BYTES = BatchEntry.HEADER_BYTES + PAYLOAD_BYTES;

  private Entries() {}

  /** Requests of one session, with consecutive sequences from {@code first} on. */
  static void write(byte[] bytes, int at, long session, long first, int count) {
    for (int index = 0; index < count; index++) {
      BatchEntry.putHeader(
          bytes, at + index * ENTRY_BYTES, PAYLOAD_BYTES, session, first + index, count);
    }
  }

  /** A batch of one session's requests. */
  static Batch batch(int count) {
    byte[] bytes = new byte[Batch.HEADER_BYTES + count * ENTRY_BYTES];
    write(bytes, Batch.HEADER_BYTES, 1, 1, count);
    return Batch.close(bytes, 1, count);
  }
}
