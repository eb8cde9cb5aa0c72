package io.synod.network.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The memory of frames that have begun and not ended, of all connections of one port. When it is
 * used up, the connection whose frame began first is closed: it has had the most time to end it.
 * Any thread.
 */
public final class FrameMemory {
  // What event loops may have yet to release before further connections are closed for it.
  private static final int LEAVING_BYTES_MAX = 1 << 20;

  private final long bytesMax;
  private final LongSupplier nanoClock;
  private final AtomicLong bytes = new AtomicLong();

  // Of frames that were given up and whose event loops have yet to release them. A second
  // connection is not closed for memory that the first one is about to release.
  private final AtomicLong leavingBytes = new AtomicLong();

  // The bytes of each frame that was not given up.
  private final Map<FrameDecoder, Integer> unfinished = new ConcurrentHashMap<>();

  /**
   * @param bytesMax of all unfinished frames; while the connection that is closed for it still
   *     reads, what one cycle of its event loop brings comes on top, and what was given up and is
   *     not released yet, a mebibyte at most
   * @param nanoClock by which the age of a frame counts
   */
  public FrameMemory(long bytesMax, LongSupplier nanoClock) {
    this.bytesMax = bytesMax;
    this.nanoClock = nanoClock;
  }

  /** Bytes of memory that unfinished frames take now. */
  public long bytes() {
    return bytes.get();
  }

  long nanoTime() {
    return nanoClock.getAsLong();
  }

  /** {@code of} has begun to keep a frame, in a buffer of {@code capacity} bytes. */
  void began(FrameDecoder of, int capacity) {
    unfinished.put(of, capacity);
    add(capacity);
  }

  /** The buffer of {@code of} has {@code more} bytes of capacity than before. */
  void grew(FrameDecoder of, int more) {
    if (unfinished.computeIfPresent(of, (decoder, capacity) -> capacity + more) == null) {
      leavingBytes.addAndGet(more);
    }
    add(more);
  }

  private void add(int more) {
    bytes.addAndGet(more);
    if (isUsedUp()) {
      giveUpOldest(nanoTime());
    }
  }

  private boolean isUsedUp() {
    return bytes.get() - Math.min(leavingBytes.get(), LEAVING_BYTES_MAX) > bytesMax;
  }

  /** {@code of} keeps its frame no more. */
  void ended(FrameDecoder of, int capacity) {
    bytes.addAndGet(-capacity);
    if (unfinished.remove(of) == null) {
      leavingBytes.addAndGet(-capacity);
    }
  }

  /**
   * Of several threads that find the memory used up, one gives up a frame; the others look again.
   */
  private synchronized void giveUpOldest(long now) {
    if (!isUsedUp()) {
      return;
    }
    FrameDecoder oldest = null;
    for (FrameDecoder one : unfinished.keySet()) {
      if (oldest == null || now - one.begunNanos() > now - oldest.begunNanos()) {
        oldest = one;
      }
    }
    // It may have ended by now.
    Integer capacity = oldest == null ? null : unfinished.remove(oldest);
    if (capacity != null) {
      leavingBytes.addAndGet(capacity);
      oldest.giveUp(
          "its frame is the oldest unfinished one, and unfinished frames take more than %d bytes"
              .formatted(bytesMax));
    }
  }
}
