package io.synod.storage.journal;

import io.synod.storage.disk.DiskFull;
import java.nio.ByteBuffer;

/**
 * The file {@code durable}: the record up to which all were durable, and the first segment of the
 * journal. It is written after each commit without waiting. It distinguishes rot from a torn tail;
 * with an older mark, rot may be taken for a torn tail, never the reverse. A first mark is waited
 * for before the first record is written, so a journal that has records and no mark has lost its
 * mark. Where the journal's beginning moves the mark is waited for, in all of its slots.
 *
 * <p>Two slots, in different sectors, are written in turn. A power cut may tear both of them, for
 * neither write was waited for. The third one, the anchor, lies in a sector of its own and is only
 * written where the mark is waited for, so at least one slot is always whole. A slot, big-endian:
 *
 * <pre>
 *   0  int    magic "SYND"
 *   4  short  format version
 *   6  short  0
 *   8  long   number of the last durable record
 *  16  long   the first segment
 *  24  int    stamp of the journal's identity
 *  28  int    CRC32C of bytes 0 to 27
 * </pre>
 */
final class CommitMark implements AutoCloseable {
  static final String NAME = "durable";
  static final int BYTES = 1536;

  private static final int SLOT_BYTES = 32;
  private static final int SLOT_DISTANCE = 512;
  private static final int ANCHOR_AT = 1024;
  private static final int MAGIC = 0x53594e44;
  private static final int CHECKSUM_AT = 28;

  /**
   * @param number every record up to this one was durable; 0: none; -1: there is no mark
   * @param first segments before this one are not part of the journal any more; 0: not known
   */
  record Mark(long number, long first) {
    static final Mark NONE = new Mark(-1, 0);

    /** Whether there is a mark at all. */
    boolean isKnown() {
      return number >= 0;
    }

    // A checksum detects changes by the disk, not errors of the writer.
    boolean isPossible() {
      return number >= 0 && number < Long.MAX_VALUE && first >= 0 && first < Segment.NUMBER_MAX;
    }

    Mark max(Mark other) {
      return new Mark(Math.max(number, other.number), Math.max(first, other.first));
    }
  }

  private final FailStopDisk disk;
  private final int stamp;
  private final ByteBuffer slot = ByteBuffer.allocateDirect(SLOT_BYTES);
  private FailStopDisk.FailStopFile file;
  private Mark found = Mark.NONE;
  private int nextSlot;

  private CommitMark(FailStopDisk disk, int stamp) {
    this.disk = disk;
    this.stamp = stamp;
  }

  /** What the slots say together; nothing if there is no such file, or both are damaged. */
  static Mark read(FailStopDisk disk, Owner owner) {
    if (!disk.list().contains(NAME)) {
      return Mark.NONE;
    }
    try (FailStopDisk.FailStopFile file = disk.open(NAME)) {
      ByteBuffer bytes = load(file);
      return read(bytes, 0, disk, owner)
          .max(read(bytes, SLOT_DISTANCE, disk, owner))
          .max(read(bytes, ANCHOR_AT, disk, owner));
    }
  }

  /** The file as it is; it is made with the first mark. */
  static CommitMark open(FailStopDisk disk, JournalIdentity identity) {
    CommitMark marks = new CommitMark(disk, identity.stamp());
    if (disk.list().contains(NAME)) {
      marks.file = disk.open(NAME);
      try {
        marks.chooseSlot(new Owner(identity));
      } catch (RuntimeException failure) {
        marks.close();
        throw failure;
      }
    }
    return marks;
  }

  // The newer slot stays until the older one is written.
  private void chooseSlot(Owner owner) {
    ByteBuffer bytes = load(file);
    Mark first = read(bytes, 0, disk, owner);
    Mark second = read(bytes, SLOT_DISTANCE, disk, owner);
    found = first.max(second).max(read(bytes, ANCHOR_AT, disk, owner));
    nextSlot = first.number() > second.number() ? 1 : 0;
  }

  /** Writes the mark of a journal without records and waits for it: the first record may follow. */
  void begin() throws DiskFull {
    Mark mark = new Mark(0, found.first());
    write(mark);
    write(mark, ANCHOR_AT);
    file.force();
  }

  /** Writes a slot; whether it lasts is left to the system. */
  void write(Mark mark) throws DiskFull {
    write(mark, (long) nextSlot * SLOT_DISTANCE);
    nextSlot = 1 - nextSlot;
  }

  private void write(Mark mark, long at) throws DiskFull {
    if (file == null) {
      file = disk.create(NAME, BYTES);
      disk.force();
    }
    slot.clear();
    slot.putInt(0, MAGIC).putShort(4, (short) SegmentHeader.VERSION).putShort(6, (short) 0);
    slot.putLong(8, mark.number()).putLong(16, mark.first()).putInt(24, stamp);
    slot.putInt(CHECKSUM_AT, Checksum.of(slot, 0, CHECKSUM_AT));
    file.write(at, slot);
  }

  /** Writes all slots and waits for them, so that nothing older is ever read again. */
  void settle(Mark mark) throws DiskFull {
    write(mark);
    file.force();
    // Only now: what is durable already is not torn by a power cut.
    write(mark);
    write(mark, ANCHOR_AT);
    file.force();
  }

  /** Waits for what was written. */
  void force() {
    if (file != null) {
      file.force();
    }
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }

  private static ByteBuffer load(FailStopDisk.FailStopFile file) {
    // What the file is too short for stays zero, and is no slot.
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    file.read(0, bytes);
    return bytes;
  }

  private static Mark read(ByteBuffer bytes, int at, FailStopDisk disk, Owner owner) {
    if (bytes.getInt(at) != MAGIC
        || bytes.getInt(at + CHECKSUM_AT) != Checksum.of(bytes, at, at + CHECKSUM_AT)) {
      return Mark.NONE;
    }
    int version = bytes.getShort(at + 4);
    if (version != SegmentHeader.VERSION) {
      throw JournalRefused.newer(disk.path(NAME), version);
    }
    if (!owner.hasStamp(bytes.getInt(at + 24))) {
      throw JournalRefused.foreign(disk.path(NAME), "another journal", owner);
    }
    Mark mark = new Mark(bytes.getLong(at + 8), bytes.getLong(at + 16));
    return mark.isPossible() ? mark : Mark.NONE;
  }
}
