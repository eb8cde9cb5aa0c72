package io.synod.storage.journal;

import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.WriteMode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The segments that were begun, of which the last one may be open; the next one comes from their
 * {@link SegmentSupply}.
 */
final class SegmentFiles implements AutoCloseable {
  private final FailStopDisk disk;
  private final SegmentOutput output;
  private final SegmentSupply supply;

  // Invariant: ascending numbers, all before the supply's next one.
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();

  // Of the last segment; null if it is not written any more.
  private FailStopDisk.FailStopFile current;
  private WriteMode mode;
  private boolean isWritten;

  /**
   * @param next number of the next new segment
   */
  SegmentFiles(FailStopDisk disk, JournalSettings settings, SegmentOutput output, long next) {
    this.disk = disk;
    this.output = output;
    supply = new SegmentSupply(disk, settings, output, next);
  }

  /** Where the next segment comes from. */
  SegmentSupply supply() {
    return supply;
  }

  /** A segment that is there, after all others. */
  void add(Segment segment) {
    segments.addLast(segment);
  }

  /** The last segment is to be continued. */
  void continueLast() {
    Segment last = segments.getLast();
    current = output.openBehind(last);
    mode = output.mode(last.bytes);
  }

  /** The oldest segment; the next one if there is none. */
  long first() {
    return segments.isEmpty() ? supply.next() : segments.getFirst().number;
  }

  /** On the disk, the spare one and those that are retired included. */
  long bytes() {
    long bytes = supply.bytes();
    for (Segment segment : segments) {
      bytes += segment.bytes;
    }
    return bytes;
  }

  boolean isBegun(long number) {
    return number < supply.next();
  }

  /** The segment with that path; null if there is none any more. */
  Segment at(String path) {
    for (Segment segment : segments) {
      if (disk.path(segment.name).equals(path)) {
        return segment;
      }
    }
    return null;
  }

  /** Makes the segment of {@code run} the last one; returns false if there is no space for it. */
  boolean begin(RecordQueue.Run run) {
    if (current != null && segments.getLast().number == run.segment) {
      return true;
    }
    if (current != null) {
      force();
      FailStopDisk.FailStopFile ended = current;
      current = null;
      ended.close();
    }
    if (!supply.take(run.segment, run.segmentBytes)) {
      return false;
    }
    Segment segment = new Segment(run.segment, run.segmentBytes);
    current = output.open(segment);
    mode = output.mode(segment.bytes);
    segments.addLast(segment);
    return true;
  }

  /** Writes a run of {@code queue} in the last segment, at its place. */
  void write(RecordQueue.Run run, RecordQueue queue) throws DiskFull {
    isWritten = !mode.synced();
    ByteBuffer bytes = mode.direct() ? queue.blocks(run) : queue.bytes(run);
    int before = mode.direct() ? output.lastBlock().before(run.offset) : 0;
    current.write(run.offset - before, bytes);
    Segment segment = segments.getLast();
    segment.lastNumber = run.lastNumber;
    segment.slotMax = Math.max(segment.slotMax, run.slotMax);
  }

  /** Waits until all that was written lasts. */
  void force() {
    if (isWritten) {
      current.force();
      isWritten = false;
    }
  }

  /** Writes something anew at its old place, and waits until it lasts. */
  void patch(Segment segment, long offset, ByteBuffer bytes) throws DiskFull {
    output.lastBlock().replace(segment.number, offset, bytes);
    // Never directly: it lies anywhere. Forced, it leaves nothing that could be written later.
    try (FailStopDisk.FailStopFile file = disk.open(segment.name)) {
      file.write(offset, bytes);
      file.force();
    }
  }

  /** The header of the record at that place; null if it is damaged. */
  RecordHeader header(Segment segment, long offset) {
    ByteBuffer bytes = ByteBuffer.allocate(RecordHeader.BYTES);
    try (FailStopDisk.FailStopFile file = disk.open(segment.name)) {
      file.read(offset, bytes);
    }
    return RecordHeader.read(bytes, 0);
  }

  /**
   * The first segment that stays if everything before {@code slot} may go: at the latest the last
   * one with a record. One that has just begun may have found no space for its first.
   */
  long firstWith(long slot) {
    long first = first();
    for (Segment segment : segments) {
      first = segment.hasRecords() ? segment.number : first;
      if (segment.slotMax >= slot) {
        break;
      }
    }
    return first;
  }

  /**
   * Deletes or retires the segments before {@code number}; the mark must say already that they do
   * not count, so that a crash may leave any of them.
   */
  int dropBefore(long number) {
    int dropped = 0;
    while (!segments.isEmpty() && segments.getFirst().number < number) {
      supply.retire(segments.removeFirst());
      dropped++;
    }
    disk.force();
    return dropped;
  }

  @Override
  public void close() {
    try {
      supply.close();
    } finally {
      if (current != null) {
        FailStopDisk.FailStopFile last = current;
        current = null;
        last.close();
      }
    }
  }
}
