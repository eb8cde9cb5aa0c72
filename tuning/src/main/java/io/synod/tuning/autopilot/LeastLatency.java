package io.synod.tuning.autopilot;

import java.util.ArrayDeque;

/** The shortest latency of the last {@value #SECONDS} seconds. */
final class LeastLatency {
  private static final int SECONDS = 10;
  private static final long WINDOW_NANOS = SECONDS * 1_000_000_000L;

  // Invariant: ascending in both; the first one is the least.
  private final ArrayDeque<Seen> seen = new ArrayDeque<>();

  private record Seen(long atNanos, long latencyNanos) {}

  void add(long latencyNanos, long nowNanos) {
    while (!seen.isEmpty() && seen.peekLast().latencyNanos() >= latencyNanos) {
      seen.removeLast();
    }
    seen.add(new Seen(nowNanos, latencyNanos));
    while (nowNanos - seen.peek().atNanos() > WINDOW_NANOS) {
      seen.remove();
    }
  }

  /** 0 if none was seen. */
  long nanos() {
    return seen.isEmpty() ? 0 : seen.peek().latencyNanos();
  }

  void clear() {
    seen.clear();
  }
}
