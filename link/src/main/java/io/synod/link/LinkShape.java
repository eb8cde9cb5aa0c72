package io.synod.link;

/**
 * What one direction of a link is like for whatever is sent from now on.
 *
 * @param delayNanos from the last byte's leaving to its arrival, at least
 * @param jitterNanos up to so much more, drawn anew for each piece; order is kept
 * @param bytesPerSecond of all connections together, 0 for no limit
 * @param queueBytes of each connection that may wait or be on their way; beyond it and one more
 *     read the sender is not read, as behind a full queue. Must hold bandwidth times delay.
 */
public record LinkShape(long delayNanos, long jitterNanos, long bytesPerSecond, int queueBytes) {
  private static final int QUEUE_BYTES = 4 << 20;

  /** As if there were nothing in between. */
  public static final LinkShape STRAIGHT = new LinkShape(0, 0, 0, QUEUE_BYTES);

  public LinkShape {
    if (delayNanos < 0 || jitterNanos < 0 || bytesPerSecond < 0 || queueBytes < 1) {
      throw new IllegalArgumentException(
          "a delay of %d ns and up to %d ns more, %d bytes/s, a queue of %d bytes"
              .formatted(delayNanos, jitterNanos, bytesPerSecond, queueBytes));
    }
  }

  /** Later, and as wide as before. */
  public static LinkShape delayed(long delayNanos, long jitterNanos) {
    return new LinkShape(delayNanos, jitterNanos, 0, QUEUE_BYTES);
  }
}
