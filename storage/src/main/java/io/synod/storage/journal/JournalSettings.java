package io.synod.storage.journal;

import io.synod.storage.disk.WriteMode;

/**
 * How the journal uses its disk.
 *
 * @param segmentBytes size of a segment; a record that does not fit gets one of its own size
 * @param reserveBytes space that no new segment may take from the disk
 * @param mode how segments are written; those whose length is no multiple of the disk's blocks are
 *     not written directly
 */
public record JournalSettings(long segmentBytes, long reserveBytes, WriteMode mode) {
  public static final long SEGMENT_BYTES_MIN = 4096;
  public static final long SEGMENT_BYTES_MAX = 1L << 30;

  /** A segment's length is a multiple of it. */
  public static final int SEGMENT_BYTES_UNIT = SegmentHeader.BYTES;

  /** Written to the system's memory. */
  public JournalSettings(long segmentBytes, long reserveBytes) {
    this(segmentBytes, reserveBytes, WriteMode.BUFFERED);
  }

  public JournalSettings {
    if (segmentBytes < SEGMENT_BYTES_MIN || segmentBytes > SEGMENT_BYTES_MAX) {
      throw new IllegalArgumentException(
          "segments of %d bytes are out of range: use %d to %d"
              .formatted(segmentBytes, SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX));
    }
    if (segmentBytes % SEGMENT_BYTES_UNIT != 0) {
      throw new IllegalArgumentException(
          "segments of %d bytes are not a multiple of %d"
              .formatted(segmentBytes, SEGMENT_BYTES_UNIT));
    }
    if (reserveBytes < 0) {
      throw new IllegalArgumentException("a reserve of " + reserveBytes + " bytes is negative");
    }
  }
}
