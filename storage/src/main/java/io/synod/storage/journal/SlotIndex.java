package io.synod.storage.journal;

/**
 * The place of the latest vote or decision of each slot in the journal: a ring of 8 bytes for each
 * slot. Written by recovery and by the journal's thread, read by the thread that serves decisions;
 * one lock. It only gives a place: the header there shows whether it still is that record.
 */
final class SlotIndex {
  /** The oldest slots leave the index beyond this number, or beyond a share of the heap. */
  static final int SLOTS_MAX = 1 << 22;

  private static final int HEAP_SHARE = 32;

  static final long NOWHERE = 0;

  private static final int GAP_MAX = 1 << 13;
  private static final int SLOTS_MIN = 1 << 10;
  private static final int OFFSET_BITS = 32;
  private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

  private final int slotsMax;

  // Place of each slot of [first, end), NOWHERE elsewhere. Its length is a power of two.
  private long[] ring = new long[SLOTS_MIN];
  private long first;
  private long end;

  SlotIndex() {
    this(slotsMax(Runtime.getRuntime().maxMemory()));
  }

  /**
   * @param slotsMax a power of two
   */
  SlotIndex(int slotsMax) {
    this.slotsMax = slotsMax;
  }

  /** A power of two whose ring takes a 32nd of the heap at most, and 32 MiB. */
  static int slotsMax(long heapBytes) {
    long slots = Long.highestOneBit(heapBytes / HEAP_SHARE / Long.BYTES);
    return (int) Math.min(SLOTS_MAX, Math.max(SLOTS_MIN, slots));
  }

  /** The segment of a place. */
  static long segment(long place) {
    return place >>> OFFSET_BITS;
  }

  /** The offset of a place. */
  static long offset(long place) {
    return (place & OFFSET_MASK) * RecordHeader.ALIGNMENT;
  }

  /** The latest record of {@code slot} is this one. */
  synchronized void put(long slot, long segment, long offset) {
    if (segment > OFFSET_MASK) {
      // Half a million petabytes were written. Such a record is not served.
      return;
    }
    if (slot >= end) {
      // Only slots without a gap are served; a wide gap would cost memory for nothing.
      dropBefore(slot - end > GAP_MAX ? slot : slot + 1 - slotsMax);
      grow(slot + 1 - first);
      end = slot + 1;
    } else if (slot < first) {
      if (first - slot > GAP_MAX || end - slot > slotsMax) {
        return;
      }
      grow(end - slot);
      first = slot;
    }
    ring[at(slot)] = segment << OFFSET_BITS | offset / RecordHeader.ALIGNMENT;
  }

  /** Whether the latest record of {@code slot} is known to be this one. */
  boolean isAt(long slot, long segment, long offset) {
    long place = place(slot);
    return place != NOWHERE && segment(place) == segment && offset(place) == offset;
  }

  /** Where the latest record of {@code slot} stands; {@link #NOWHERE} if that is not known. */
  synchronized long place(long slot) {
    return slot < first || slot >= end ? NOWHERE : ring[at(slot)];
  }

  /** The segments before {@code segment} are gone: forgets the slots that begin with them. */
  synchronized void cut(long segment) {
    long kept = first;
    while (kept < end && segment(ring[at(kept)]) < segment) {
      kept++;
    }
    dropBefore(kept);
  }

  /** Nothing that was written so far counts any more. */
  synchronized void clear() {
    ring = new long[SLOTS_MIN];
    first = end;
  }

  private void dropBefore(long slot) {
    for (; first < Math.min(slot, end); first++) {
      ring[at(first)] = NOWHERE;
    }
    if (first == end && slot > end) {
      first = slot;
      end = slot;
    }
  }

  private void grow(long slots) {
    int length = ring.length;
    while (length < slots) {
      length *= 2;
    }
    if (length > ring.length) {
      long[] grown = new long[length];
      for (long slot = first; slot < end; slot++) {
        grown[(int) (slot & (length - 1))] = ring[at(slot)];
      }
      ring = grown;
    }
  }

  private int at(long slot) {
    return (int) (slot & (ring.length - 1));
  }
}
