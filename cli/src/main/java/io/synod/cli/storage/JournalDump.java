package io.synod.cli.storage;

import io.synod.storage.journal.ScannedRecord;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Prints the records of a journal in their order while they are read, with bounded memory for a
 * journal of any size.
 */
public final class JournalDump {
  private static final int CHUNK_CHARS = 1 << 13;

  private final PrintWriter out;
  private final Selection selection;
  private final RecordFormat format;
  private final StringBuilder chunk = new StringBuilder(2 * CHUNK_CHARS);

  /**
   * The records to print.
   *
   * @param first the first slot
   * @param last the last slot; records without a slot are shown only if every slot from 0 on is
   * @param requests whether the requests of each batch are shown
   */
  public record Selection(long first, long last, boolean requests) {
    boolean takes(ScannedRecord record) {
      if (first <= 0 && last == Long.MAX_VALUE) {
        return true;
      }
      return record.type().hasSlot() && record.slot() >= first && record.slot() <= last;
    }
  }

  /** The reader closed the output; not a failure. */
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
   * Prints all selected records, until the journal ends or the reader closes the output.
   *
   * @param json an object for each record, instead of text
   * @return the findings; null if the reader closed the output
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
