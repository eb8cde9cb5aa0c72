package io.synod.storage.journal;

import io.synod.core.effect.JournalRecord;
import io.synod.storage.disk.Disk;
import java.util.function.Consumer;

/** Reads a journal when a replica starts. */
public final class JournalRecovery {
  private JournalRecovery() {}

  /**
   * Reads all segments and hands every record that counts to {@code into}, in the order in which
   * they were appended. Changes nothing on the disk. Blocks; holds one buffer of 1 MiB and one
   * body, and opens one file at a time, whatever the size of the journal.
   *
   * @param damaged receives each record with a rotten body at its place in the order, so that a
   *     later decided end is not applied to an older vote of its slot
   * @return what was found; hand it to {@link WriteAheadLog#open} while nothing else has changed
   *     the files
   * @throws JournalRefused if the files are of another replica or of a newer format; {@code into}
   *     has received no record then
   * @throws JournalFailure if the disk cannot be read
   */
  public static JournalFindings read(
      Disk disk, JournalIdentity identity, JournalRecord.Visitor into, Consumer<Damage> damaged) {
    return read(disk, identity, record -> record.visit(into), damaged);
  }

  /** The same, record by record. */
  public static JournalFindings read(
      Disk disk, JournalIdentity identity, Consumer<JournalRecord> into, Consumer<Damage> damaged) {
    return JournalReader.read(disk, identity, new Replay(disk, into, damaged));
  }

  private record Replay(Disk disk, Consumer<JournalRecord> into, Consumer<Damage> damaged)
      implements JournalWalk.Sink {

    @Override
    public void onRecord(RecordHeader header, JournalRecord record, boolean news) {
      if (news) {
        into.accept(record);
      }
    }

    @Override
    public void onVoid(RecordHeader header) {
      // Holds no record.
    }

    @Override
    public void onDamage(RecordHeader header, String reason) {
      if (header.type.hasSlot()) {
        damaged.accept(header.damage(disk.path(Segment.name(header.segment)), reason));
      }
    }

    @Override
    public void onTorn(RecordHeader header) {
      // No message depended on it.
    }

    @Override
    public void onCovered(JournalRecord.Promised record) {
      into.accept(record);
    }
  }
}
