package io.synod.storage.journal;

import io.synod.core.effect.JournalRecord;
import io.synod.storage.disk.Disk;
import java.util.function.Consumer;

/** Reads the journal of a stopped replica, for tools. */
public final class JournalScan {
  private JournalScan() {}

  /**
   * Hands every record to {@code into}, in the order in which they stand in the journal, those of
   * the torn tail included. Judges as {@link JournalRecovery} does and changes nothing. Blocks;
   * bounded memory, whatever the size of the journal; each record may be dropped at once. {@link
   * JournalFindings#incomplete} and {@link JournalFindings#mendable} report unreadable places.
   *
   * @throws JournalRefused if the files are of several replicas or of a newer format
   * @throws JournalFailure if the disk cannot be read
   */
  public static JournalFindings read(Disk disk, Consumer<ScannedRecord> into) {
    return JournalReader.read(disk, null, new Listing(disk, into));
  }

  private record Listing(Disk disk, Consumer<ScannedRecord> into) implements JournalWalk.Sink {

    @Override
    public void onRecord(RecordHeader header, JournalRecord record, boolean news) {
      report(header, ScannedRecord.State.GOOD, record, null);
    }

    @Override
    public void onVoid(RecordHeader header) {
      report(header, ScannedRecord.State.VOID, null, null);
    }

    @Override
    public void onDamage(RecordHeader header, String reason) {
      report(header, ScannedRecord.State.DAMAGED, null, reason);
    }

    @Override
    public void onTorn(RecordHeader header) {
      report(header, ScannedRecord.State.TORN, null, "was not known to be durable");
    }

    @Override
    public void onCovered(JournalRecord.Promised record) {
      // No record of its own is left of it.
    }

    private void report(
        RecordHeader header, ScannedRecord.State state, JournalRecord record, String reason) {
      into.accept(
          new ScannedRecord(
              disk.path(Segment.name(header.segment)),
              header.offset,
              header.extent(),
              header.number,
              header.type,
              header.slot,
              header.view,
              header.bodyBytes,
              header.carried,
              state,
              record,
              reason));
    }
  }
}
