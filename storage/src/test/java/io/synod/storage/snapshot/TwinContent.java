package io.synod.storage.snapshot;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes of one file of a {@link TwinDisk}: as a reader sees them, and as the last force has
 * left them. In pages, so that a long file is kept once.
 */
final class TwinContent {
  // What a power cut keeps or loses as a whole.
  private final int pageBytes;

  private final Map<Integer, byte[]> pages = new HashMap<>();

  // How the pages that were written since the last force looked at that force; null if not there.
  private final Map<Integer, byte[]> forced = new HashMap<>();

  private long bytes;
  private long forcedBytes;

  /** A write or force of it has failed: nothing may be tried on it again. */
  boolean failed;

  TwinContent(int pageBytes) {
    this.pageBytes = pageBytes;
  }

  long bytes() {
    return bytes;
  }

  int read(long position, ByteBuffer into) {
    int length = (int) Math.max(0, Math.min(into.remaining(), bytes - position));
    for (int done = 0; done < length; ) {
      int at = (int) ((position + done) % pageBytes);
      int part = Math.min(pageBytes - at, length - done);
      into.put(pages.get(page(position + done)), at, part);
      done += part;
    }
    return length;
  }

  void write(long position, ByteBuffer from, int length) {
    for (int done = 0; done < length; ) {
      int page = page(position + done);
      byte[] old = pages.get(page);
      forced.computeIfAbsent(page, absent -> old == null ? new byte[0] : old.clone());
      int at = (int) ((position + done) % pageBytes);
      int part = Math.min(pageBytes - at, length - done);
      from.get(pages.computeIfAbsent(page, absent -> new byte[pageBytes]), at, part);
      done += part;
    }
    bytes = Math.max(bytes, position + length);
  }

  void force() {
    forced.clear();
    forcedBytes = bytes;
  }

  /** How the file looks after a power cut. */
  TwinContent afterCut(Fate unforced) {
    TwinContent left = new TwinContent(pageBytes);
    pages.forEach(
        (page, now) -> {
          boolean isForced = !forced.containsKey(page);
          boolean survives = isForced || unforced.survives(page);
          byte[] old = isForced ? now : forced.get(page);
          byte[] kept = survives ? now : old.length == 0 ? new byte[pageBytes] : old;
          left.pages.put(page, kept.clone());
        });
    left.bytes = unforced == Fate.LOST ? forcedBytes : bytes;
    left.forcedBytes = left.bytes;
    return left;
  }

  /** What becomes of pages that were written and not forced. */
  enum Fate {
    KEPT,
    LOST,
    TORN;

    boolean survives(int page) {
      return this == KEPT || this == TORN && page % 2 == 0;
    }
  }

  private int page(long position) {
    return (int) (position / pageBytes);
  }
}
