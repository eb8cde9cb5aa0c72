package io.synod.storage.snapshot;

import java.util.TreeMap;

/**
 * The snapshots that are being sent to peers: those of which a part was read lately. Among those
 * that would otherwise be deleted the oldest stays, so that its transfer can finish. Guarded by the
 * lock of the {@link SnapshotTable}.
 */
final class SnapshotPins {
  static final long NONE = Long.MAX_VALUE;

  // By the end of the snapshot: until when it is pinned. Invariant: all of them are kept.
  private final TreeMap<Long, Long> untilNanos = new TreeMap<>();

  void pin(long end, long until) {
    untilNanos.put(end, until);
  }

  void remove(long end) {
    untilNanos.remove(end);
  }

  void clear() {
    untilNanos.clear();
  }

  void expire(long nowNanos) {
    untilNanos.values().removeIf(until -> until - nowNanos <= 0);
  }

  /** When the next pin ends; {@link #NONE} if there is none. */
  long nextNanos() {
    return untilNanos.values().stream().mapToLong(Long::longValue).min().orElse(NONE);
  }

  /** The smallest end that is pinned; {@link #NONE} if none is. */
  long first() {
    return untilNanos.isEmpty() ? NONE : untilNanos.firstKey();
  }
}
