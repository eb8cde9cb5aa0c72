package io.synod.link;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The delay and bandwidth of one direction of a link, for bytes that are sent from now on.
 *
 * @param delayNanos the least time from the departure of the last byte to its arrival
 * @param jitterNanos the largest addition to the delay, drawn for each piece; order is kept
 * @param bitsPerSecond of all connections together, 0 for no limit
 * @param queueBytes of each connection that may wait or be delayed. Beyond them and one more read,
 *     the proxy no longer reads from the sender. Must hold bandwidth times delay.
 */
public record LinkShape(long delayNanos, long jitterNanos, long bitsPerSecond, int queueBytes) {
  private static final int QUEUE_BYTES = 4 << 20;
  private static final int QUEUE_BYTES_MIN = 256 << 10;
  private static final int QUEUE_DELAYS = 3;

  // The queue lasts this long, so that the line stays busy while the thread is delayed.
  private static final double QUEUE_SECONDS_MIN = 0.02;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long MBIT = 1_000_000;

  /** No delay and no limit. */
  public static final LinkShape STRAIGHT = new LinkShape(0, 0, 0, QUEUE_BYTES);

  private static final Map<String, LinkShape> NAMED = new LinkedHashMap<>();

  static {
    // S13's Emulab: 50 ms one way, 10 Mbit/s for each pair of replicas.
    NAMED.put("wan-50ms", limited(50_000_000, 0, 10 * MBIT));
    // S11's WAN: 150 ms one way, 10 Mbit/s.
    NAMED.put("wan-150ms", limited(150_000_000, 0, 10 * MBIT));
    // The cluster of both: Gigabit Ethernet, whose 0.1 to 0.2 ms a machine's own loopback takes.
    NAMED.put("lan", limited(0, 0, 1_000 * MBIT));
  }

  public LinkShape {
    if (delayNanos < 0 || jitterNanos < 0 || bitsPerSecond < 0 || queueBytes < 1) {
      throw new IllegalArgumentException(
          "a delay of %d ns and up to %d ns more, %d bit/s and a queue of %d bytes"
              .formatted(delayNanos, jitterNanos, bitsPerSecond, queueBytes));
    }
  }

  /** A longer delay with unlimited bandwidth. */
  public static LinkShape delayed(long delayNanos, long jitterNanos) {
    return new LinkShape(delayNanos, jitterNanos, 0, QUEUE_BYTES);
  }

  /**
   * A delay and a bandwidth, with a queue for the bytes in transit and those of one round trip. The
   * queue holds at least the bytes of 20 ms and at least 256 KiB.
   *
   * @param bitsPerSecond 0 for no limit
   */
  public static LinkShape limited(long delayNanos, long jitterNanos, long bitsPerSecond) {
    if (bitsPerSecond == 0) {
      return delayed(delayNanos, jitterNanos);
    }
    double delaySeconds = (delayNanos + jitterNanos) / NANOS_PER_SECOND;
    double seconds = Math.max(QUEUE_SECONDS_MIN, QUEUE_DELAYS * delaySeconds);
    long queue = Math.max(QUEUE_BYTES_MIN, Math.round(seconds * bitsPerSecond / Byte.SIZE));
    return new LinkShape(
        delayNanos, jitterNanos, bitsPerSecond, (int) Math.min(queue, Integer.MAX_VALUE));
  }

  /**
   * A link of the papers.
   *
   * @throws IllegalArgumentException if no link has this name; lists the names
   */
  public static LinkShape named(String name) {
    LinkShape shape = NAMED.get(name);
    if (shape == null) {
      throw new IllegalArgumentException(
          "there is no link '%s': use %s".formatted(name, String.join(", ", NAMED.keySet())));
    }
    return shape;
  }

  /** For messages: {@code 50 ms, 10 Mbit/s}. */
  @Override
  public String toString() {
    String jitter = jitterNanos == 0 ? "" : " and up to " + millis(jitterNanos) + " more";
    String width = bitsPerSecond == 0 ? "any bandwidth" : number(bitsPerSecond / 1e6) + " Mbit/s";
    return millis(delayNanos) + jitter + ", " + width;
  }

  private static String millis(long nanos) {
    return number(nanos / NANOS_PER_MILLI) + " ms";
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.valueOf(value);
  }
}
