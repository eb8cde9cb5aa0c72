package io.synod.network.wire;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The memory of frames that have begun and not ended, of all connections of one port. When it is
 * used up, the connection whose frame began first is closed: it has had the most time to end it.
 * Any thread.
 */
public final class FrameMemory {
  private final long bytesMax;
  private final LongSupplier nanoClock;
  private final AtomicLong bytes = new AtomicLong();
  private final Set<FrameDecoder> unfinished = ConcurrentHashMap.newKeySet();

  /**
   * @param bytesMax of all unfinished frames; while the connection that is closed for it still
   *     reads, what one cycle of its event loop brings comes on top
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
    unfinished.add(of);
    grew(capacity);
  }

  void grew(int more) {
    if (bytes.addAndGet(more) > bytesMax) {
      giveUpOldest(nanoTime());
    }
  }

  /** {@code of} keeps its frame no more. */
  void ended(FrameDecoder of, int capacity) {
    unfinished.remove(of);
    bytes.addAndGet(-capacity);
  }

  private void giveUpOldest(long now) {
    FrameDecoder oldest = null;
    for (FrameDecoder one : unfinished) {
      if (oldest == null || now - one.begunNanos() > now - oldest.begunNanos()) {
        oldest = one;
      }
    }
    // The thread that removes it from the set releases it, once.
    if (oldest != null && unfinished.remove(oldest)) {
      oldest.giveUp(
          "its frame is the oldest unfinished one, and unfinished frames take more than %d bytes"
              .formatted(bytesMax));
    }
  }
}
