package io.synod.network.peer;

import java.util.List;

/**
 * The state of a burst: pings of equal size, answered in order, with as many on their way as the
 * link takes without a long queue. The rate of the link is computed from the second half of them,
 * because by then the number on their way has stopped growing. Knows no clock and no socket;
 * confined to the event loop.
 *
 * <p>Bounded in bytes, and in the time in which pings are sent. The queue that it makes, behind
 * which messages of the protocol wait, is twice {@value #QUEUE_MILLIS} ms and a round trip long at
 * most, or as long as the first few pings take.
 */
final class Burst {
  /**
   * How often a burst sends as much as may be on its way: it grows to that in the first quarter.
   */
  private static final int WINDOWS = 4;

  // Fewer would measure too little.
  private static final int PINGS_MIN = 64;
  private static final long SENDING_NANOS_MAX = 1_000_000_000;
  private static final int QUEUE_MILLIS = 25;
  private static final long QUEUE_NANOS = QUEUE_MILLIS * 1_000_000L;
  private static final int WINDOW_FIRST = 4;
  private static final double BITS_PER_BYTE = 8;
  private static final double NANOS_PER_SECOND = 1e9;

  private final int frameBytes;
  private final long idleNanos;
  private final long beginNanos;
  private final int windowMax;
  private final long[] sentNanos;
  private final long[] answeredNanos;

  // Invariant: answered <= sent <= answered + window.
  private int sent;
  private int answered;
  private int window = WINDOW_FIRST;

  /**
   * @param frameBytes of each ping, with its header
   * @param windowBytes that may be on their way at a time, at most
   * @param idleNanos a round trip without a queue
   */
  Burst(int frameBytes, long windowBytes, long idleNanos, long nowNanos) {
    this.frameBytes = frameBytes;
    this.idleNanos = idleNanos;
    beginNanos = nowNanos;
    windowMax = (int) Math.max(WINDOW_FIRST, windowBytes / frameBytes);
    sentNanos = new long[Math.max(PINGS_MIN, WINDOWS * windowMax)];
    answeredNanos = new long[sentNanos.length];
  }

  /**
   * How many pings to send now; they count as sent. The first time some are due however long the
   * process was held up: without a ping on its way a burst would never end.
   */
  int due(long nowNanos) {
    if (sent > 0 && nowNanos - beginNanos >= SENDING_NANOS_MAX) {
      return 0;
    }
    int end = Math.min(answered + window, sentNanos.length);
    int due = end - sent;
    for (; sent < end; sent++) {
      sentNanos[sent] = nowNanos;
    }
    return due;
  }

  /** The first of those that are on their way is answered. Call {@link #due} behind it. */
  void answered(long nowNanos) {
    long roundTrip = nowNanos - sentNanos[answered];
    answeredNanos[answered++] = nowNanos;
    if (roundTrip < idleNanos + QUEUE_NANOS && window < windowMax) {
      window++;
    }
  }

  /** Whether one is on its way. */
  boolean isAwaiting() {
    return answered < sent;
  }

  /** Of the second half; once nothing is on its way. */
  double bitsPerSecond() {
    int half = sent / 2;
    long nanos = Math.max(1, answeredNanos[sent - 1] - answeredNanos[half - 1]);
    return (double) (sent - half) * frameBytes * BITS_PER_BYTE * NANOS_PER_SECOND / nanos;
  }

  /** Whether its pings hardly waited for each other, so that the link has carried more easily. */
  boolean isLowerBound() {
    double waited = 0;
    for (int index = sent / 2; index < sent; index++) {
      waited += answeredNanos[index] - sentNanos[index] - idleNanos;
    }
    return waited / (sent - sent / 2) < Math.min(idleNanos, QUEUE_NANOS) / 2.0;
  }

  /** The rate of bursts that were sent at the same time, while all of them were: 0 if never. */
  static double bitsPerSecond(List<Burst> together) {
    long begin = Long.MIN_VALUE;
    long end = Long.MAX_VALUE;
    for (Burst burst : together) {
      begin = Math.max(begin, burst.answeredNanos[burst.sent / 2 - 1]);
      end = Math.min(end, burst.answeredNanos[burst.sent - 1]);
    }
    double bytes = 0;
    for (Burst burst : together) {
      for (int index = 0; index < burst.sent; index++) {
        long at = burst.answeredNanos[index];
        bytes += at > begin && at <= end ? burst.frameBytes : 0;
      }
    }
    return end > begin ? bytes * BITS_PER_BYTE * NANOS_PER_SECOND / (end - begin) : 0;
  }
}
