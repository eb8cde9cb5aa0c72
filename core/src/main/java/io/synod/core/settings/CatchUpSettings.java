package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * How decided slots are fetched.
 *
 * @param messageBytes batches that one answer carries; one batch always fits
 * @param timeoutNanos how long a gap or an unanswered request is tolerated before (another) peer is
 *     asked
 */
public record CatchUpSettings(int messageBytes, long timeoutNanos) {

  public CatchUpSettings {
    Range.atLeast(1, messageBytes, "bytes of an answer to catch-up");
    Range.atLeast(1, timeoutNanos, "timeout of catch-up in ns");
  }
}
