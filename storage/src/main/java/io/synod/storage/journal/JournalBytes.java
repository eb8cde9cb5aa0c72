package io.synod.storage.journal;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The bytes of all segments, read through one window of bounded size; one file is open at a time.
 * Places are named by the segment's index in the list and the offset in its file.
 */
final class JournalBytes implements AutoCloseable {
  private static final int WINDOW_BYTES = 1 << 20;

  private final FailStopDisk disk;
  private final List<Segment> segments;
  private final Owner owner;
  private final ByteBuffer window;

  // The window holds [start, start + length) of the open file, which is that of segment `index`.
  private FailStopDisk.FailStopFile file;
  private int index = -1;
  private long start;
  private int length;

  JournalBytes(FailStopDisk disk, List<Segment> segments, Owner owner) {
    this.disk = disk;
    this.segments = segments;
    this.owner = owner;
    long largest = SegmentHeader.BYTES;
    for (Segment segment : segments) {
      largest = Math.max(largest, segment.bytes);
    }
    window = ByteBuffer.allocateDirect((int) Math.min(WINDOW_BYTES, largest));
  }

  String path(int segment) {
    return path(segments.get(segment).name);
  }

  String path(String name) {
    return disk.path(name);
  }

  /** Null if the segment has no undamaged header block. */
  SegmentHeader segmentHeader(int segment) {
    return load(segment, 0, SegmentHeader.BYTES) ? SegmentHeader.read(window, at(0)) : null;
  }

  /** Whether the header block is, byte for byte, the one that this segment must have. */
  boolean hasHeader(int segment, JournalIdentity identity) {
    if (!load(segment, 0, SegmentHeader.BYTES)) {
      return false;
    }
    ByteBuffer expected = ByteBuffer.allocate(SegmentHeader.BYTES);
    SegmentHeader.put(expected, 0, identity, segments.get(segment).number);
    return window.slice(at(0), SegmentHeader.BYTES).equals(expected);
  }

  /** The record that begins there; null if there is no undamaged header that belongs there. */
  RecordHeader header(int segment, long offset) {
    if (!load(segment, offset, RecordHeader.BYTES)) {
      return null;
    }
    long number = segments.get(segment).number;
    if (!RecordHeader.isLikely(window, at(offset), number, offset)) {
      return null;
    }
    RecordHeader header = RecordHeader.read(window, at(offset));
    boolean whole = header != null && header.end() <= segments.get(segment).bytes;
    return whole && owner.hasStamp(header.stamp) ? header : null;
  }

  /** The first record that begins at {@code offset} or after it in this segment; null if none. */
  RecordHeader headerFrom(int segment, long offset) {
    long number = segments.get(segment).number;
    long at = offset;
    while (load(segment, at, RecordHeader.BYTES)) {
      long last = start + length - RecordHeader.BYTES;
      for (; at <= last; at += RecordHeader.ALIGNMENT) {
        if (RecordHeader.isLikely(window, at(at), number, at)) {
          RecordHeader header = header(segment, at);
          if (header != null) {
            return header;
          }
        }
      }
    }
    return null;
  }

  /**
   * Behind the last record from {@code offset} on; {@code offset} if none begins there. What else
   * there is does not matter: the remains of an older segment, whose file this one has taken over,
   * or of a record whose header was never written whole.
   */
  long recordsEnd(int segment, long offset) {
    long end = offset;
    for (RecordHeader header = headerFrom(segment, offset); header != null; ) {
      end = header.end();
      header = headerFrom(segment, header.offset + RecordHeader.ALIGNMENT);
    }
    return end;
  }

  /** Whether the segment holds only zeros from {@code from} on. */
  boolean isBlank(int segment, long from) {
    long at = from;
    while (load(segment, at, 1)) {
      for (int byteAt = at(at); byteAt < length; byteAt++) {
        if (window.get(byteAt) != 0) {
          return false;
        }
      }
      at = start + length;
    }
    return true;
  }

  /** Reads the body into an array of its own. */
  byte[] body(int segment, RecordHeader header) {
    byte[] body = new byte[header.bodyBytes];
    long from = header.offset + RecordHeader.BYTES;
    for (int done = 0; done < body.length; ) {
      if (!load(segment, from + done, 1)) {
        // The file has become shorter since its size was read: the checksum will not match.
        return body;
      }
      int at = at(from + done);
      int bytes = Math.min(body.length - done, length - at);
      window.get(at, body, done, bytes);
      done += bytes;
    }
    return body;
  }

  @Override
  public void close() {
    if (file != null) {
      FailStopDisk.FailStopFile last = file;
      file = null;
      index = -1;
      last.close();
    }
  }

  private int at(long offset) {
    return (int) (offset - start);
  }

  /** Whether the window holds these bytes now; they do not if the file ends before. */
  private boolean load(int segment, long offset, int bytes) {
    if (segment != index) {
      close();
      file = disk.open(segments.get(segment).name);
      index = segment;
      length = 0;
    }
    if (offset >= start && offset + bytes <= start + length) {
      return true;
    }
    window
        .clear()
        .limit(
            (int) Math.max(0, Math.min(window.capacity(), segments.get(segment).bytes - offset)));
    start = offset;
    length = window.hasRemaining() ? file.read(offset, window) : 0;
    window.clear();
    return length >= bytes;
  }
}
