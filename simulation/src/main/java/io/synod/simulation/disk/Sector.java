package io.synod.simulation.disk;

import io.synod.core.check.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * One sector of a file, the unit of writing, in the cache and on the medium. Arrays are shared
 * between the two and never changed.
 */
final class Sector {
  static final int BYTES = 512;
  static final byte[] ZEROS = new byte[BYTES];

  // Bounds the versions of a sector that is written repeatedly without a force.
  private static final int VERSIONS_MAX = 8;

  // Invariant: the last version, if there is one, is the cache's content.
  private final List<Version> unforced = new ArrayList<>(1);
  private byte[] cached = ZEROS;
  private byte[] durable = ZEROS;

  /**
   * @param change the write that left these bytes in the cache
   * @param length of the file after it
   */
  private record Version(byte[] bytes, long change, long length) {}

  byte[] cached() {
    return cached;
  }

  int unforcedWrites() {
    return unforced.size();
  }

  void write(byte[] bytes, long change, long length) {
    cached = bytes;
    unforced.add(new Version(bytes, change, length));
    if (unforced.size() > VERSIONS_MAX) {
      unforced.remove(0);
    }
  }

  void force() {
    durable = cached;
    unforced.clear();
  }

  /** Marks unforced bytes as written although they are not. */
  void forget() {
    unforced.clear();
  }

  void revert() {
    cached = durable;
    unforced.clear();
  }

  /** Applies the result of the power cut. */
  void settle(PowerCut cut) {
    int last = lastKept(unforced.size() - 1, cut);
    if (last >= 0) {
      Version version = unforced.get(last);
      // There is one power cut, so the result of a torn write is no longer torn.
      durable =
          cut.tears(version.change)
              ? cut.tear(bytes(lastKept(last - 1, cut)), version.bytes)
              : version.bytes;
    }
    revert();
  }

  /** The last of the versions up to {@code last} that was written; -1 if none was. */
  private int lastKept(int last, PowerCut cut) {
    int kept = last;
    while (kept >= 0 && !cut.keepsBytes(unforced.get(kept).change)) {
      kept--;
    }
    return kept;
  }

  private byte[] bytes(int version) {
    return version < 0 ? durable : unforced.get(version).bytes;
  }

  /** The greatest length left by a write before {@code change}; 0 if none is known. */
  long lengthBefore(long change) {
    long length = 0;
    for (Version version : unforced) {
      if (version.change < change) {
        length = Math.max(length, version.length);
      }
    }
    return length;
  }

  void addChangesTo(Set<Long> changes) {
    unforced.forEach(version -> changes.add(version.change));
  }

  /** Sets everything from {@code offset} on to zero. */
  void cut(int offset) {
    Check.that(unforced.isEmpty(), "a sector is cut while it is written");
    cached = zeroedFrom(offset, cached);
    durable = zeroedFrom(offset, durable);
  }

  private static byte[] zeroedFrom(int offset, byte[] bytes) {
    byte[] zeroed = Arrays.copyOf(bytes, BYTES);
    Arrays.fill(zeroed, offset, BYTES, (byte) 0);
    return zeroed;
  }

  /** Flips a bit in the cache and on the medium, so that it stays flipped. */
  void flip(int offset, int bit) {
    boolean shared = cached == durable;
    cached = flipped(cached, offset, bit);
    durable = shared ? cached : flipped(durable, offset, bit);
    unforced.replaceAll(
        version ->
            new Version(flipped(version.bytes, offset, bit), version.change, version.length));
  }

  private static byte[] flipped(byte[] bytes, int offset, int bit) {
    byte[] flipped = bytes.clone();
    flipped[offset] ^= (byte) (1 << bit);
    return flipped;
  }

  boolean isZero() {
    return Arrays.equals(cached, ZEROS) && Arrays.equals(durable, ZEROS) && unforced.isEmpty();
  }
}
