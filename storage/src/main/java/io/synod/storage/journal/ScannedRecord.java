package io.synod.storage.journal;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;

/**
 * A record as a tool sees it.
 *
 * @param file path of the segment
 * @param offset of the record in it
 * @param bytes that it takes there
 * @param slot of a vote or decision; of a decided end that end; else 0
 * @param carried whether it repeats an earlier record at the beginning of a segment
 * @param content the record itself; null unless it is good
 * @param reason what is wrong with it; null if it is good or void
 */
public record ScannedRecord(
    String file,
    long offset,
    long bytes,
    long number,
    RecordType type,
    long slot,
    View view,
    int bodyBytes,
    boolean carried,
    State state,
    JournalRecord content,
    String reason) {

  /** Whether a record counts. */
  public enum State {
    GOOD,
    /** Its body is rotten. */
    DAMAGED,
    /**
     * It was being written when the replica ended, or stands behind what was: it does not count.
     */
    TORN,
    /** It fills the place of a record that is not needed any more. */
    VOID
  }
}
