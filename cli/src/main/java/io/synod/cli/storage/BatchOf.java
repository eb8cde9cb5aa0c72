package io.synod.cli.storage;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.journal.ScannedRecord;

/** The batch of a record, and the requests in it. */
final class BatchOf {

  /** Receives each request, in the order of the batch. */
  interface Requests {
    void on(long session, long sequence, int bytes);
  }

  private BatchOf() {}

  /** Null if the record holds no readable batch. */
  static Batch record(ScannedRecord record) {
    if (record.content() instanceof JournalRecord.Voted voted) {
      return voted.batch();
    }
    return record.content() instanceof JournalRecord.Learnt learnt ? learnt.batch() : null;
  }

  static void requests(Batch batch, Requests into) {
    byte[] bytes = batch.bytes();
    int at = Batch.HEADER_BYTES;
    for (int index = 0; index < batch.count(); index++) {
      int payload = BatchEntry.payloadBytes(bytes, at);
      into.on(BatchEntry.session(bytes, at), BatchEntry.sequence(bytes, at), payload);
      at += BatchEntry.HEADER_BYTES + payload;
    }
  }
}
