package io.synod.testkit.copy;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Collects the entries of one batch. */
final class BatchBuilder {
  private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
  private int count;

  void open(long session, byte[] name) {
    add(session, BatchEntry.OPEN, 0, name);
  }

  void closeSession(long session) {
    add(session, BatchEntry.CLOSE, 0, new byte[0]);
  }

  /**
   * @param answered the client has the answers before this sequence
   * @param event and the events up to this one
   */
  void keepAlive(long session, long answered, long event) {
    byte[] payload =
        ByteBuffer.allocate(BatchEntry.KEEP_ALIVE_BYTES).putLong(answered).putLong(event).array();
    add(session, BatchEntry.KEEP_ALIVE, 0, payload);
  }

  /** A request of a client that has all answers before. */
  void request(long session, long sequence, byte[] payload) {
    add(session, sequence, 1, payload);
  }

  private void add(long session, long sequence, int outstanding, byte[] payload) {
    byte[] header = new byte[BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(header, 0, payload.length, session, sequence, outstanding);
    entries.writeBytes(header);
    entries.writeBytes(payload);
    count++;
  }

  /** The batch of all entries so far; begins the next one. */
  Batch close(long leaderTimeMillis) {
    byte[] bytes = new byte[Batch.HEADER_BYTES + entries.size()];
    System.arraycopy(entries.toByteArray(), 0, bytes, Batch.HEADER_BYTES, entries.size());
    Batch batch = Batch.close(bytes, leaderTimeMillis, count);
    entries.reset();
    count = 0;
    return batch;
  }
}
