package io.synod.storage.journal;

import io.synod.core.check.Check;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Records that were appended and are not written, encoded in one buffer in the order in which they
 * go to the disk. Those that go to one segment are a run, which one write call can take.
 */
final class RecordQueue {
  private static final int BYTES_MIN = 1 << 16;
  private static final int QUIET_DRAINS = 64;

  private final ArrayDeque<Run> runs = new ArrayDeque<>();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES_MIN);
  private int end;

  // How often in a row the buffer was emptied without having been a quarter full.
  private int quietDrains;

  /** Consecutive records of one segment. Its bytes lie in {@code [from, end)} of the buffer. */
  static final class Run {
    final long segment;
    final long segmentBytes;
    final long offset;
    private int from;
    private int end;
    int records;
    long lastNumber;
    long slotMax = -1;

    private Run(long segment, long segmentBytes, long offset, int from) {
      this.segment = segment;
      this.segmentBytes = segmentBytes;
      this.offset = offset;
      this.from = from;
      this.end = from;
    }

    /** Where the segment's next record goes. */
    long segmentEnd() {
      return offset + end - from;
    }
  }

  /** The first run; null if nothing waits. */
  Run first() {
    return runs.peekFirst();
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /** What {@code run} writes; valid until the next call that changes the queue. */
  ByteBuffer bytes(Run run) {
    return buffer.duplicate().limit(run.end).position(run.from);
  }

  /** A new segment begins: its header block. */
  void beginSegment(JournalIdentity identity, long segment, long segmentBytes) {
    runs.addLast(new Run(segment, segmentBytes, 0, end));
    int at = extend(SegmentHeader.BYTES);
    SegmentHeader.put(buffer, at, identity, segment);
    runs.peekLast().end = end;
  }

  /**
   * @param segmentBytes size of the record's segment
   */
  void add(RecordHeader header, byte[] body, long segmentBytes) {
    Run run = runs.peekLast();
    if (run == null || run.segment != header.segment) {
      run = new Run(header.segment, segmentBytes, header.offset, end);
      runs.addLast(run);
    }
    int at = extend(header.extent());
    int bodyAt = at + RecordHeader.BYTES;
    header.put(buffer, at);
    buffer.put(bodyAt, body);
    for (int padding = bodyAt + body.length; padding < end; padding++) {
      buffer.put(padding, (byte) 0);
    }
    run.end = end;
    run.records++;
    run.lastNumber = header.number;
    if (header.type.hasSlot()) {
      run.slotMax = Math.max(run.slotMax, header.slot);
    }
  }

  /** The first run is written. */
  void removeFirst() {
    runs.removeFirst();
  }

  /** Gives the space of written runs back. */
  void compact() {
    int peak = end;
    int from = runs.isEmpty() ? end : runs.peekFirst().from;
    if (from > 0) {
      ByteBuffer rest = buffer.duplicate().limit(end).position(from);
      buffer.clear();
      buffer.put(rest);
      buffer.clear();
      end -= from;
      for (Run run : runs) {
        run.from -= from;
        run.end -= from;
      }
    }
    shrink(peak);
  }

  private void shrink(int peak) {
    boolean quiet = runs.isEmpty() && peak < buffer.capacity() / 4;
    quietDrains = quiet ? quietDrains + 1 : 0;
    if (quietDrains == QUIET_DRAINS && buffer.capacity() > BYTES_MIN) {
      buffer = ByteBuffer.allocateDirect(Math.max(BYTES_MIN, buffer.capacity() / 2));
      quietDrains = 0;
    }
  }

  /** Reserves {@code bytes} bytes behind the others; returns their place. */
  private int extend(long bytes) {
    long needed = end + bytes;
    Check.that(
        needed <= RecordHeader.BODY_BYTES_MAX, "%d bytes wait for the disk, too many", needed);
    if (needed > buffer.capacity()) {
      long doubled = Math.max(needed, 2L * buffer.capacity());
      ByteBuffer grown =
          ByteBuffer.allocateDirect((int) Math.min(doubled, RecordHeader.BODY_BYTES_MAX));
      grown.put(buffer.duplicate().limit(end).position(0));
      grown.clear();
      buffer = grown;
    }
    int at = end;
    end = (int) needed;
    return at;
  }
}
