package io.synod.core.execution;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;

/**
 * The batch at which a service has halted, in a snapshot: the state holds the effect of its entries
 * up to the request that failed.
 *
 * @param index of that request
 * @param exception what the service threw, as text
 */
record HaltedBatch(Batch batch, int index, String exception) {

  /**
   * @throws IllegalArgumentException unless the entry with that index is a request, and no query
   */
  HaltedBatch {
    if (index < 0 || index >= batch.count() || !isRequest(batch.bytes(), at(batch, index))) {
      throw new IllegalArgumentException(
          "entry %d of a batch of %d is no request".formatted(index, batch.count()));
    }
  }

  Halt in(long slot) {
    int at = at(batch, index);
    return new Halt(
        new SkipEntry(slot, index),
        BatchEntry.session(batch.bytes(), at),
        BatchEntry.sequence(batch.bytes(), at),
        exception);
  }

  /** Where in the batch the next entry stands. */
  int nextAt() {
    return at(batch, index + 1);
  }

  private static boolean isRequest(byte[] bytes, int at) {
    return BatchEntry.sequence(bytes, at) > 0 && !BatchEntry.isQuery(bytes, at);
  }

  private static int at(Batch batch, int index) {
    int at = Batch.HEADER_BYTES;
    for (int before = index; before > 0; before--) {
      at += BatchEntry.HEADER_BYTES + BatchEntry.payloadBytes(batch.bytes(), at);
    }
    return at;
  }
}
