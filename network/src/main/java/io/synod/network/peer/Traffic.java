package io.synod.network.peer;

import io.synod.network.wire.FrameType;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Messages between this replica and all its peers since the start, by type. Each direction is
 * counted on one thread; any thread reads.
 */
public final class Traffic {
  private static final int TYPES = FrameType.values().length;

  private final AtomicLongArray sent = new AtomicLongArray(TYPES);
  private final AtomicLongArray sentBytes = new AtomicLongArray(TYPES);
  private final AtomicLongArray received = new AtomicLongArray(TYPES);
  private final AtomicLongArray receivedBytes = new AtomicLongArray(TYPES);

  Traffic() {}

  /** Copies that were handed to connections: one for each peer. */
  public long sent(FrameType type) {
    return sent.get(type.ordinal());
  }

  /** Bytes of those, headers included. */
  public long sentBytes(FrameType type) {
    return sentBytes.get(type.ordinal());
  }

  public long received(FrameType type) {
    return received.get(type.ordinal());
  }

  /** Bytes of those, headers included. */
  public long receivedBytes(FrameType type) {
    return receivedBytes.get(type.ordinal());
  }

  /** Event loop. */
  void sent(FrameType type, int copies, int frameBytes) {
    add(sent, type, copies);
    add(sentBytes, type, (long) copies * frameBytes);
  }

  /** Event loop. */
  void received(FrameType type, int frameBytes) {
    add(received, type, 1);
    add(receivedBytes, type, frameBytes);
  }

  private static void add(AtomicLongArray counts, FrameType type, long more) {
    counts.lazySet(type.ordinal(), counts.get(type.ordinal()) + more);
  }
}
