package io.synod.storage.journal;

import io.synod.storage.disk.DiskFull;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings the files into the state from which the log continues. After every step the next start
 * would judge the files the same, so after a crash in between the repair is just done again. The
 * records of an incomplete journal stay unchanged, as evidence, until it is reset.
 */
final class JournalRepair {
  private static final int ZEROS_BYTES = 1 << 16;

  private final FailStopDisk disk;
  private final JournalSettings settings;
  private final JournalIdentity identity;
  private final JournalFindings found;
  private final List<Segment> kept = new ArrayList<>();
  private final SegmentFiles files;

  JournalRepair(
      FailStopDisk disk,
      JournalSettings settings,
      SegmentOutput output,
      JournalIdentity identity,
      JournalFindings found) {
    this.disk = disk;
    this.settings = settings;
    this.identity = identity;
    this.found = found;
    this.files = new SegmentFiles(disk, settings, output, found.nextSegment());
    kept.addAll(found.segments);
  }

  /** Returns the files as they are to be continued. */
  SegmentFiles run(CommitMark marks) {
    // A process that was killed may have left names that do not last yet.
    disk.force();
    if (!found.obsolete.isEmpty()) {
      // Not before it is certain that they are not needed.
      mark(marks, found.mark);
      found.obsolete.forEach(this::delete);
    }
    if (found.isComplete()) {
      settle(marks);
      mend();
    }
    endBehind(found.tail());
    disk.list().stream().filter(Segment::isRetired).forEach(files.supply()::adopt);
    kept.forEach(files::add);
    if (found.isComplete() && found.tail() != null) {
      files.continueLast();
    }
    return files;
  }

  // What was read may still be in the system's memory only, and the torn tail may hold the only
  // word that some of it is durable: that is made sure before the tail goes.
  private void settle(CommitMark marks) {
    if (found.tail() == null) {
      return;
    }
    for (Segment segment : kept) {
      if (segment.lastNumber > found.durableNumber) {
        rewrite(segment);
      }
    }
    long first = Math.max(found.mark.first(), kept.get(0).number);
    mark(marks, new CommitMark.Mark(found.lastNumber, first));
  }

  // After a force that has failed, the system may take what it holds in memory for written (Rebello
  // et al., ATC'20), and another force would wait for nothing. Written anew, it is waited for.
  private void rewrite(Segment segment) {
    try (FailStopDisk.FailStopFile file = disk.open(segment.name)) {
      ByteBuffer block = ByteBuffer.allocateDirect(ZEROS_BYTES);
      for (long at = 0; at < segment.end; at += ZEROS_BYTES) {
        block.clear().limit((int) Math.min(ZEROS_BYTES, segment.end - at));
        file.read(at, block);
        file.overwrite(at, block.flip());
      }
      file.force();
    }
  }

  private void mark(CommitMark marks, CommitMark.Mark mark) {
    try {
      marks.settle(mark);
    } catch (DiskFull full) {
      throw disk.fail("write " + disk.path(CommitMark.NAME), full);
    }
  }

  private void mend() {
    for (Segment segment : kept) {
      if (segment.hasRecords() && !segment.headerGood) {
        ByteBuffer block = ByteBuffer.allocate(SegmentHeader.BYTES);
        SegmentHeader.put(block, 0, identity, segment.number);
        overwrite(segment.name, 0, block);
      }
    }
    for (RecordHeader filler : found.voids) {
      overwrite(Segment.name(filler.segment), filler.offset, Repairs.voided(filler));
    }
  }

  /**
   * No record, and at most one spare segment, stays behind {@code tail}. Of an incomplete journal
   * everything stays but blank segments: else each start would leave one more spare one.
   */
  private void endBehind(Segment tail) {
    try (JournalBytes bytes = new JournalBytes(disk, found.segments, new Owner(identity))) {
      for (int index = kept.size() - 1; index >= 0 && kept.get(index) != tail; index--) {
        if (found.isComplete() || bytes.isBlank(index, 0)) {
          end(kept.get(index), bytes.recordsEnd(index, 0));
        }
      }
      if (tail != null && found.isComplete()) {
        clear(tail, tail.end, bytes.recordsEnd(found.segments.indexOf(tail), tail.end));
      }
    }
  }

  /** A segment behind the last record: it becomes the spare one, or goes. */
  private void end(Segment segment, long recordsEnd) {
    kept.remove(segment);
    if (files.supply().hasSpare() || segment.bytes != settings.segmentBytes()) {
      delete(segment);
    } else {
      // With its header, which would name this number after it is renamed.
      clear(segment, 0, Math.max(SegmentHeader.BYTES, recordsEnd));
      files.supply().keepSpare(segment);
    }
  }

  private void clear(Segment segment, long from, long end) {
    if (from == end) {
      return;
    }
    try (FailStopDisk.FailStopFile file = disk.open(segment.name)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
      for (long at = from; at < end; at += ZEROS_BYTES) {
        zeros.clear().limit((int) Math.min(ZEROS_BYTES, end - at));
        file.overwrite(at, zeros);
      }
      file.force();
    }
  }

  private void overwrite(String name, long offset, ByteBuffer bytes) {
    try (FailStopDisk.FailStopFile file = disk.open(name)) {
      file.overwrite(offset, bytes);
      file.force();
    }
  }

  private void delete(Segment segment) {
    disk.delete(segment.name);
    disk.force();
  }
}
