package io.synod.storage.journal;

import io.synod.core.cluster.View;
import java.nio.ByteBuffer;

/**
 * The fixed part of a record, with a checksum of its own, so that a record whose body is damaged
 * still says what it was. It names its own place, so that a record that was written elsewhere is
 * not taken for it. Records begin at multiples of 8; the body follows the header. Big-endian:
 *
 * <pre>
 *   0  int   CRC32C of bytes 4 to 87
 *   4  int   CRC32C of the body
 *   8  long  number: 1, 2, 3, … over all segments, for ever
 *  16  long  segment
 *  24  long  offset in the segment
 *  32  long  slot; of DECIDED_UP_TO the end
 *  40  long  view: round; of DECIDED_UP_TO the first slot
 *  48  long  promised so far, this record included: round
 *  56  long  mark: every record up to this number was durable when this one was encoded
 *  64  int   view: leader
 *  68  int   promised so far: leader
 *  72  int   bytes of the body
 *  76  byte  type
 *  77  byte  1: carried over from the segment before, as it holds still; else 0
 *  78  byte  type of the record before this one; 0 if it is the first of all
 *  79  byte  0
 *  80  int   stamp of the journal's identity
 *  84  int   0
 * </pre>
 */
final class RecordHeader {
  static final int BYTES = 88;
  static final int ALIGNMENT = 8;
  static final int BODY_BYTES_MAX = Integer.MAX_VALUE - (1 << 16);

  long number;
  long segment;
  long offset;
  long slot;
  View view = View.NONE;
  View promised = View.NONE;
  long mark;
  int bodyBytes;
  int bodyChecksum;
  RecordType type;
  boolean carried;
  RecordType before;
  int stamp;

  /** Bytes that a record with this body takes in its segment. */
  static long extent(long bodyBytes) {
    return (BYTES + bodyBytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  long extent() {
    return extent(bodyBytes);
  }

  /** Behind the record. */
  long end() {
    return offset + extent();
  }

  /** The damage that is reported when its body is rotten. */
  Damage damage(String file, String reason) {
    return new Damage(file, offset, number, type.label(), slot, view, bodyBytes, reason);
  }

  void put(ByteBuffer into, int at) {
    into.putInt(at + 4, bodyChecksum).putLong(at + 8, number).putLong(at + 16, segment);
    into.putLong(at + 24, offset).putLong(at + 32, slot).putLong(at + 40, view.round());
    into.putLong(at + 48, promised.round()).putLong(at + 56, mark);
    into.putInt(at + 64, view.leader()).putInt(at + 68, promised.leader());
    into.putInt(at + 72, bodyBytes).put(at + 76, (byte) type.code());
    into.put(at + 77, (byte) (carried ? 1 : 0));
    into.put(at + 78, (byte) (before == null ? 0 : before.code())).put(at + 79, (byte) 0);
    into.putInt(at + 80, stamp).putInt(at + 84, 0);
    into.putInt(at, Checksum.of(into, at + 4, at + BYTES));
  }

  /**
   * Whether a header that belongs to this place may stand there; quick, and not to be relied on.
   */
  static boolean isLikely(ByteBuffer from, int at, long segment, long offset) {
    return from.getLong(at + 16) == segment && from.getLong(at + 24) == offset;
  }

  /**
   * Null if there is no undamaged header, or one with values that no version writes. The caller
   * checks whether it belongs there.
   */
  static RecordHeader read(ByteBuffer from, int at) {
    RecordHeader header = new RecordHeader();
    header.type = RecordType.of(from.get(at + 76));
    header.bodyBytes = from.getInt(at + 72);
    if (header.type == null
        || header.bodyBytes < 0
        || from.getInt(at) != Checksum.of(from, at + 4, at + BYTES)) {
      return null;
    }
    header.bodyChecksum = from.getInt(at + 4);
    header.number = from.getLong(at + 8);
    header.segment = from.getLong(at + 16);
    header.offset = from.getLong(at + 24);
    header.slot = from.getLong(at + 32);
    header.view = view(from.getLong(at + 40), from.getInt(at + 64));
    header.promised = view(from.getLong(at + 48), from.getInt(at + 68));
    header.mark = from.getLong(at + 56);
    header.carried = from.get(at + 77) != 0;
    header.before = RecordType.of(from.get(at + 78));
    header.stamp = from.getInt(at + 80);
    return header.isPossible() ? header : null;
  }

  // A checksum detects changes by the disk, not errors of the writer.
  private boolean isPossible() {
    return number > 0
        && number < Long.MAX_VALUE
        && slot >= 0
        && mark >= 0
        && mark < number
        && isPossible(view)
        && isPossible(promised);
  }

  private static boolean isPossible(View view) {
    return view.round() >= 0 && view.leader() >= 0;
  }

  private static View view(long round, int leader) {
    return round == 0 && leader == 0 ? View.NONE : new View(round, leader);
  }
}
