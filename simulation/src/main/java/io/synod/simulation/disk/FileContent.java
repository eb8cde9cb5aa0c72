package io.synod.simulation.disk;

import io.synod.core.check.Check;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The bytes of one file, independent of its name. A sector that was never written takes no memory.
 */
final class FileContent {
  private static final long LENGTH_MAX = (long) Sector.BYTES * (Integer.MAX_VALUE - 64);
  // A failed force has written one of this number of sectors.
  private static final int WRITTEN_ONE_IN = 4;

  private final long created;
  private Sector[] sectors = {};

  // Every sector with unforced versions, once.
  private final List<Sector> unforced = new ArrayList<>();
  // Sectors of which a failed force lost the changes; those written again since are also unforced.
  private final List<Sector> forgotten = new ArrayList<>();

  // Invariant: 0 <= durableLength <= length.
  private long length;
  private long durableLength;
  // The length given at the creation; 0 once that is forced.
  private long allocated;

  /**
   * @param created number of the change that created it
   */
  FileContent(long created, long length) {
    checkLength(length);
    this.created = created;
    this.length = length;
    allocated = length;
  }

  private static void checkLength(long length) {
    Check.that(length >= 0 && length <= LENGTH_MAX, "a file of %d bytes", length);
  }

  long length() {
    return length;
  }

  long durableLength() {
    return durableLength;
  }

  /** Returns bytes read; 0 at the end. */
  int read(long position, ByteBuffer into) {
    int count = (int) Math.max(0, Math.min(into.remaining(), length - position));
    long end = position + count;
    for (long at = position; at < end; ) {
      int offset = (int) (at % Sector.BYTES);
      int part = (int) Math.min(Sector.BYTES - offset, end - at);
      into.put(cached(at), offset, part);
      at += part;
    }
    return count;
  }

  private byte[] cached(long position) {
    int index = (int) (position / Sector.BYTES);
    Sector sector = index < sectors.length ? sectors[index] : null;
    return sector == null ? Sector.ZEROS : sector.cached();
  }

  /**
   * Writes the next {@code count} bytes of {@code from}.
   *
   * @param change its number
   */
  void write(long position, ByteBuffer from, int count, long change) {
    long end = position + count;
    checkLength(end);
    length = Math.max(length, end);
    for (long at = position; at < end; ) {
      int offset = (int) (at % Sector.BYTES);
      int part = (int) Math.min(Sector.BYTES - offset, end - at);
      Sector sector = open((int) (at / Sector.BYTES));
      byte[] bytes =
          part == Sector.BYTES
              ? new byte[Sector.BYTES]
              : Arrays.copyOf(sector.cached(), Sector.BYTES);
      from.get(bytes, offset, part);
      if (sector.unforcedWrites() == 0) {
        unforced.add(sector);
      }
      sector.write(bytes, change, length);
      at += part;
    }
  }

  private Sector open(int index) {
    if (index >= sectors.length) {
      sectors = Arrays.copyOf(sectors, Math.max(index + 1, sectors.length * 2));
    }
    if (sectors[index] == null) {
      sectors[index] = new Sector();
    }
    return sectors[index];
  }

  void force() {
    unforced.forEach(Sector::force);
    unforced.clear();
    durableLength = length;
    allocated = 0;
  }

  void failForce(FailedForce left, SplittableRandom random) {
    switch (left) {
      case KEPT_AND_LOST -> forget(random);
      case REVERTED -> revert();
    }
  }

  private void forget(SplittableRandom random) {
    int surely = unforced.isEmpty() ? 0 : random.nextInt(unforced.size());
    for (int index = 0; index < unforced.size(); index++) {
      Sector sector = unforced.get(index);
      if (index != surely && random.nextInt(WRITTEN_ONE_IN) == 0) {
        sector.force();
      } else {
        sector.forget();
        forgotten.add(sector);
      }
    }
    unforced.clear();
  }

  private void revert() {
    unforced.forEach(Sector::revert);
    unforced.clear();
    cut(durableLength);
  }

  /** Applies the result of the power cut. */
  void settle(PowerCut cut) {
    long left = cut.length(this);
    unforced.forEach(sector -> sector.settle(cut));
    forgotten.forEach(sector -> sector.settle(cut));
    unforced.clear();
    forgotten.clear();
    cut(left);
  }

  /** Drops the bytes behind, for good; nothing is unforced. */
  private void cut(long left) {
    int kept = (int) ((left + Sector.BYTES - 1) / Sector.BYTES);
    if (kept < sectors.length) {
      Arrays.fill(sectors, kept, sectors.length, null);
    }
    int tail = (int) (left % Sector.BYTES);
    if (tail > 0 && kept <= sectors.length && sectors[kept - 1] != null) {
      sectors[kept - 1].cut(tail);
    }
    length = left;
    durableLength = left;
    allocated = 0;
  }

  /** The length of the file before {@code change}. */
  long lengthBefore(long change) {
    long before = created < change ? Math.max(durableLength, allocated) : durableLength;
    for (Sector sector : unforced) {
      before = Math.max(before, sector.lengthBefore(change));
    }
    return before;
  }

  void addChangesTo(Set<Long> changes) {
    if (allocated > 0) {
      changes.add(created);
    }
    unforced.forEach(sector -> sector.addChangesTo(changes));
  }

  byte[] bytes() {
    ByteBuffer copy = ByteBuffer.allocate(Math.toIntExact(length));
    read(0, copy);
    return copy.array();
  }

  void flip(long offset, int bit) {
    open((int) (offset / Sector.BYTES)).flip((int) (offset % Sector.BYTES), bit);
  }

  /** Draws the offset of a flipped bit, mostly in written parts; the file is not empty. */
  long drawOffset(SplittableRandom random) {
    List<Integer> written = new ArrayList<>();
    for (int index = 0; index < sectors.length; index++) {
      if (sectors[index] != null && !sectors[index].isZero()) {
        written.add(index);
      }
    }
    if (written.isEmpty() || random.nextInt(8) == 0) {
      return random.nextLong(length);
    }
    long first = (long) Sector.BYTES * written.get(random.nextInt(written.size()));
    return random.nextLong(first, Math.min(first + Sector.BYTES, length));
  }
}
