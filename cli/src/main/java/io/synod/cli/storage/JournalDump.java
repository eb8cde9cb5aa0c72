package io.synod.cli.storage;

import io.synod.storage.journal.ScannedRecord;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Writes the records of a journal down, in their order, while they are read: bounded memory,
 * whatever the size of the journal.
 */
public final class JournalDump {
  private static final int CHUNK_CHARS = 1 << 13;

  private final PrintWriter out;
  private final Selection selection;
  private final RecordFormat format;
  private final StringBuilder chunk = new StringBuilder(2 * CHUNK_CHARS);

  /**
   * What is shown.
   *
   * @param first the first slot
   * @param last the last slot; with every slot from 0 on, records that are about none are shown too
   * @param requests whether those of each batch are shown
   */
  public record Selection(long first, long last, boolean requests) {
    boolean takes(ScannedRecord record) {
      if (first <= 0 && last == Long.MAX_VALUE) {
        return true;
      }
      return record.type().hasSlot() && record.slot() >= first && record.slot() <= last;
    }
  }

  /** Nobody reads on; not a failure. */
  private static final class NobodyReads extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NobodyReads() {
      super("the output was closed by its reader", null, false, false);
    }
  }

  private JournalDump(PrintWriter out, Selection selection, RecordFormat format) {
    this.out = out;
    this.selection = selection;
    this.format = format;
  }

  /**
   * Writes all records that are selected, until there are no more or nobody reads on.
   *
   * @param json an object for each record, instead of text
   * @return what was found on the way; null if nobody reads on
   */
  public static JournalReport write(
      StoppedReplica replica, Selection selection, boolean json, PrintWriter out)
      throws IOException {
    RecordFormat format = json ? new RecordJson() : new RecordText();
    JournalDump dump = new JournalDump(out, selection, format);
    try {
      JournalReport report = JournalReport.scan(replica, dump::show);
      dump.flush();
      return report;
    } catch (NobodyReads enough) {
      return null;
    }
  }

  private void show(ScannedRecord record) {
    if (selection.takes(record)) {
      format.append(chunk, record, selection.requests());
      if (chunk.length() >= CHUNK_CHARS) {
        flush();
      }
    }
  }

  private void flush() {
    out.append(chunk);
    chunk.setLength(0);
    if (out.checkError()) {
      throw new NobodyReads();
    }
  }
}
