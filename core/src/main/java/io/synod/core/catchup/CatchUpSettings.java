package io.synod.core.catchup;

/**
 * How decided slots are fetched.
 *
 * @param messageBytes batches that one answer carries; one batch always fits
 * @param timeoutNanos how long a gap or an unanswered request is tolerated before (another) peer is
 *     asked
 */
public record CatchUpSettings(int messageBytes, long timeoutNanos) {

  public CatchUpSettings {
    if (messageBytes < 1 || timeoutNanos < 1) {
      throw new IllegalArgumentException(
          "catch-up of %d bytes, timeout %d ns".formatted(messageBytes, timeoutNanos));
    }
  }
}
