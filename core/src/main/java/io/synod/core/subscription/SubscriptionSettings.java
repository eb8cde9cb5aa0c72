package io.synod.core.subscription;

import io.synod.core.check.Check;

/**
 * How a subscriber follows.
 *
 * @param creditBytes of batches that may be on their way or wait to be consumed; one batch more may
 *     be
 * @param silenceNanos after which a source that has said nothing is left for another
 */
public record SubscriptionSettings(long creditBytes, long silenceNanos) {

  public SubscriptionSettings {
    Check.that(creditBytes > 0, "a credit of %d bytes", creditBytes);
    Check.that(silenceNanos > 0, "%d ns of silence", silenceNanos);
  }
}
