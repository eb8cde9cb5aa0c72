package io.synod.storage.journal;

import io.synod.storage.disk.Disk;

/**
 * Reads the files of a journal, and refuses those of another owner before it hands out any record.
 */
final class JournalReader {
  private final FailStopDisk disk;
  private final Owner owner;
  private final JournalFindings found = new JournalFindings();

  private JournalReader(FailStopDisk disk, Owner owner) {
    this.disk = disk;
    this.owner = owner;
  }

  /**
   * @param identity null to accept the identity in the first file
   */
  static JournalFindings read(Disk disk, JournalIdentity identity, JournalWalk.Sink sink) {
    return new JournalReader(new FailStopDisk(disk), new Owner(identity)).read(sink);
  }

  private JournalFindings read(JournalWalk.Sink sink) {
    for (String name : disk.list()) {
      long number = Segment.number(name);
      if (number > 0) {
        try (FailStopDisk.FailStopFile file = disk.open(name)) {
          found.segments.add(new Segment(number, file.bytes()));
        }
      }
    }
    try (JournalBytes bytes = new JournalBytes(disk, found.segments, owner)) {
      requireOwner(bytes);
    }
    found.identity = owner.identity();
    found.mark = CommitMark.read(disk, owner);
    while (!found.segments.isEmpty() && found.segments.get(0).number < found.mark.first()) {
      found.obsolete.add(found.segments.remove(0));
    }
    try (JournalBytes bytes = new JournalBytes(disk, found.segments, owner)) {
      requireMark(bytes);
      new JournalWalk(bytes, found, sink).run();
      checkHeaders(bytes);
    }
    return found;
  }

  private void requireOwner(JournalBytes bytes) {
    for (int index = 0; index < found.segments.size(); index++) {
      SegmentHeader header = bytes.segmentHeader(index);
      if (header == null) {
        continue;
      }
      String path = bytes.path(index);
      if (header.version() != SegmentHeader.VERSION) {
        throw JournalRefused.newer(path, header.version());
      }
      owner.require(path, header.identity());
      if (!isForeign(header, index) || isTakenOver(header, index) || hasOwnRecords(bytes, index)) {
        continue;
      }
      if (!isWrittenOver(bytes, header)) {
        throw new JournalRefused(
            "%s holds segment %d: it was renamed; put the files back as they were"
                .formatted(path, header.segment()));
      }
      String beginning = "it holds the beginning of segment %d, which has a file of its own";
      found.mend(new Flaw(path, 0, beginning.formatted(header.segment())));
    }
  }

  private boolean isForeign(SegmentHeader header, int index) {
    return header.segment() != found.segments.get(index).number;
  }

  /**
   * Whether the file was that of an older segment, which is gone, and has not been written to
   * since. What it held as that segment does not count, so nothing is lost.
   */
  private boolean isTakenOver(SegmentHeader header, int index) {
    return header.segment() < found.segments.get(index).number && !exists(header.segment());
  }

  /**
   * Whether the segment that a file holds has a file of its own: the disk has written its beginning
   * to the wrong place, or somebody has copied it, and what that has cost is found as any other
   * damage. Of files that were renamed, one by one or in a circle, none is left where it was.
   */
  private boolean isWrittenOver(JournalBytes bytes, SegmentHeader header) {
    for (int index = 0; index < found.segments.size(); index++) {
      if (found.segments.get(index).number == header.segment()) {
        SegmentHeader own = bytes.segmentHeader(index);
        return own == null || !isForeign(own, index);
      }
    }
    return false;
  }

  private boolean exists(long segment) {
    return found.segments.stream().anyMatch(one -> one.number == segment);
  }

  /**
   * Whether records stand in the file that belong there: then the disk has written a header of
   * another segment over its own, and what that has cost is found as any other damage.
   */
  private static boolean hasOwnRecords(JournalBytes bytes, int index) {
    return bytes.headerFrom(index, SegmentHeader.BYTES) != null;
  }

  // A first mark is durable before the first record is written. Without one it is unknown whether
  // records behind the last readable one were durable.
  private void requireMark(JournalBytes bytes) {
    if (!found.mark.isKnown() && isWritten(bytes)) {
      found.lost(
          new Flaw(
              disk.path(CommitMark.NAME),
              0,
              "the journal has records, but this file is missing or damaged, so it is unknown which"
                  + " records were durable"));
    }
  }

  private boolean isWritten(JournalBytes bytes) {
    for (int index = 0; index < found.segments.size(); index++) {
      if (bytes.segmentHeader(index) != null || !bytes.isBlank(index, SegmentHeader.BYTES)) {
        return true;
      }
    }
    return false;
  }

  // The records of a segment name it and its owner themselves, so they count without its header.
  private void checkHeaders(JournalBytes bytes) {
    for (int index = 0; index < found.segments.size(); index++) {
      Segment segment = found.segments.get(index);
      if (segment.hasRecords()
          && (found.identity == null || !bytes.hasHeader(index, found.identity))) {
        segment.headerGood = false;
        found.mend(new Flaw(bytes.path(index), 0, "the header of the segment is damaged"));
      }
    }
  }
}
