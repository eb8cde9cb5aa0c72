package io.synod.storage.journal;

import io.synod.core.effect.JournalRecord;

/**
 * Gives each record its number and its place, and encodes it. Places are given when a record is
 * appended, also in segments that are not allocated yet, so that the order of records never changes
 * while some wait for space.
 */
final class RecordEncoder {
  private final JournalIdentity identity;
  private final int stamp;
  private final long segmentBytesUsual;
  private final RecordQueue queue;
  private final CarriedRecords carried;
  private final SlotIndex index;
  private final RecordHeader header = new RecordHeader();

  // Where the next record goes. Segment 0, or one that is not to be continued, has no bytes left.
  private long segment;
  private long offset;
  private long segmentBytes;
  private long number;
  private RecordType lastType;

  /** Continues behind what was found. */
  RecordEncoder(
      JournalIdentity identity,
      JournalSettings settings,
      JournalFindings found,
      RecordQueue queue) {
    this.identity = identity;
    this.stamp = identity.stamp();
    this.segmentBytesUsual = settings.segmentBytes();
    this.queue = queue;
    this.carried = new CarriedRecords();
    this.index = found.index;
    found.carried.all().forEach(record -> record.visit(carried));
    Segment tail = found.tail();
    if (found.isComplete()) {
      number = found.lastNumber;
      lastType = found.lastType;
    } else {
      // The remaining records stay as they are, as evidence of the missing ones; nothing is known
      // of the record before the next one.
      number = Math.max(found.numberMax, found.durableNumber);
    }
    if (found.isComplete() && tail != null) {
      segment = tail.number;
      offset = tail.end;
      segmentBytes = tail.bytes;
    } else {
      segment = found.nextSegment() - 1;
    }
  }

  /** Number of the last record. */
  long number() {
    return number;
  }

  /** The segment in which the last record stands. */
  long segment() {
    return segment;
  }

  /** Bytes that are left in that segment. */
  long bytesLeft() {
    return segmentBytes - offset;
  }

  /**
   * Encodes {@code record}.
   *
   * @param durable every record up to this number is durable now
   * @return its number
   */
  long append(JournalRecord record, long durable) {
    RecordContent content = RecordContent.of(record);
    if (offset + content.extent() > segmentBytes) {
      beginSegment(content.extent(), durable);
    }
    record.visit(carried);
    add(content, false, durable);
    return number;
  }

  /**
   * Begins a segment that needs nothing of the older ones, which are void.
   *
   * @return number of its last record so far
   */
  long beginAnew(long durable) {
    carried.forgetDecided();
    beginSegment(RecordContent.VOID.extent(), durable);
    // So that it has a record even if there is nothing to carry over.
    add(RecordContent.VOID, false, durable);
    return number;
  }

  private void beginSegment(long extent, long durable) {
    var records = carried.all().stream().map(RecordContent::of).toList();
    long bytes = SegmentHeader.BYTES + extent;
    for (RecordContent record : records) {
      bytes += record.extent();
    }
    segment++;
    segmentBytes = Math.max(segmentBytesUsual, queue.wholeBlocks(bytes));
    queue.beginSegment(identity, segment, segmentBytes);
    offset = SegmentHeader.BYTES;
    for (RecordContent record : records) {
      add(record, true, durable);
    }
  }

  private void add(RecordContent content, boolean isCarried, long durable) {
    number++;
    header.number = number;
    header.segment = segment;
    header.offset = offset;
    header.type = content.type();
    header.slot = content.slot();
    header.view = content.view();
    header.promised = carried.promised();
    header.mark = durable;
    header.bodyBytes = content.body().length;
    header.bodyChecksum = Checksum.of(content.body());
    header.carried = isCarried;
    header.before = lastType;
    header.stamp = stamp;
    if (header.type.hasSlot()) {
      index.put(header.slot, segment, offset);
    }
    queue.add(header, content.body(), segmentBytes);
    offset = header.end();
    lastType = header.type;
  }
}
