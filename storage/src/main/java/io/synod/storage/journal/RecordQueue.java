package io.synod.storage.journal;

import io.synod.core.check.Check;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Records that were appended and are not written, encoded in one buffer in the order in which they
 * go to the disk. Those that go to one segment are a run, which one write call can take. Each byte
 * has the same place in a block of the buffer as in one of the file, so that whole blocks can be
 * written from it.
 */
final class RecordQueue {
  /** The most that {@link #isFull} lets wait, but for one record. */
  static final int BYTES_ENOUGH_MAX = 4 << 20;

  private static final int BYTES_MIN = 1 << 16;
  private static final int QUIET_DRAINS = 64;

  private final ArrayDeque<Run> runs = new ArrayDeque<>();
  private final LastBlock lastBlock;
  private final int bytesEnough;

  // Begins at an address, and has a length, that are multiples of a block.
  private ByteBuffer buffer;
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

    int bytes() {
      return end - from;
    }

    /** Where the segment's next record goes. */
    long segmentEnd() {
      return offset + bytes();
    }
  }

  /**
   * @param lastBlock what has been written of the block in which the next record begins
   * @param segmentBytes eight times as much is enough, and {@link #BYTES_ENOUGH_MAX} too
   */
  RecordQueue(LastBlock lastBlock, long segmentBytes) {
    this.lastBlock = lastBlock;
    bytesEnough = (int) Math.min(8 * segmentBytes, BYTES_ENOUGH_MAX);
    buffer = lastBlock.allocate(BYTES_MIN);
  }

  /** Whether so much waits that no more should come. */
  boolean isFull() {
    return end >= bytesEnough;
  }

  /** The first run; null if nothing waits. */
  Run first() {
    return runs.peekFirst();
  }

  /** The length of a segment with space for {@code bytes}. */
  long wholeBlocks(long bytes) {
    int header = SegmentHeader.BYTES;
    return lastBlock.roundUp((bytes + header - 1) / header * header);
  }

  /** What {@code run} writes; valid until the next call that changes the queue. */
  ByteBuffer bytes(Run run) {
    return buffer.duplicate().limit(run.end).position(run.from);
  }

  /**
   * The blocks in which {@code run} lies: before it what they hold already, behind it zeros. Valid
   * as long as {@link #bytes}.
   */
  ByteBuffer blocks(Run run) {
    lastBlock.put(run.segment, run.offset, buffer, run.from);
    int blocksEnd = (int) lastBlock.roundUp(run.end);
    for (int padding = run.end; padding < blocksEnd; padding++) {
      buffer.put(padding, (byte) 0);
    }
    return buffer.duplicate().limit(blocksEnd).position(run.from - lastBlock.before(run.offset));
  }

  /** A new segment begins: its header block. */
  void beginSegment(JournalIdentity identity, long segment, long segmentBytes) {
    beginRun(segment, segmentBytes, 0);
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
      run = beginRun(header.segment, segmentBytes, header.offset);
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

  private Run beginRun(long segment, long segmentBytes, long offset) {
    extend(lastBlock.roundUp(end) - end + lastBlock.before(offset));
    Run run = new Run(segment, segmentBytes, offset, end);
    runs.addLast(run);
    return run;
  }

  /** The first run is written. */
  void removeFirst() {
    Run run = runs.removeFirst();
    lastBlock.put(run.segment, run.offset, buffer, run.from);
    lastBlock.keep(run.segment, run.segmentEnd(), buffer, run.end);
  }

  /** Gives the space of written runs back. */
  void compact() {
    int peak = end;
    Run first = runs.peekFirst();
    int from = first == null ? end : first.from - lastBlock.before(first.offset);
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
      buffer = lastBlock.allocate(Math.max(BYTES_MIN, buffer.capacity() / 2));
      quietDrains = 0;
    }
  }

  /** Reserves {@code bytes} bytes behind the others; returns their place. */
  private int extend(long bytes) {
    long needed = end + bytes;
    Check.that(
        needed <= RecordHeader.BODY_BYTES_MAX, "%d bytes wait for the disk, too many", needed);
    if (needed > buffer.capacity()) {
      ByteBuffer grown = lastBlock.allocate(capacityFor(needed));
      grown.put(buffer.duplicate().limit(end).position(0));
      grown.clear();
      buffer = grown;
    }
    int at = end;
    end = (int) needed;
    return at;
  }

  /** Twice as much, up to what is enough; beyond that a quarter more than is needed. */
  private int capacityFor(long needed) {
    long doubled = Math.min(2L * buffer.capacity(), bytesEnough);
    long grown = needed > bytesEnough ? needed / 4 * 5 : Math.max(needed, doubled);
    return (int) Math.min(grown, RecordHeader.BODY_BYTES_MAX);
  }
}
