package io.synod.network.peer;

/**
 * What all links carry together.
 *
 * @param bursts to all connected peers at the same time, since the start
 * @param bitsPerSecond of the last ones; 0 if it was not found, or if there were not two peers
 * @param isLowerBound whether that is about what the links carry one by one, so that nothing that
 *     they share is narrower
 */
public record SharedRate(long bursts, double bitsPerSecond, boolean isLowerBound) {
  // Of the sum of the rates; less is a link that they share.
  private static final double ABOUT = 0.9;

  static final SharedRate UNKNOWN = new SharedRate(0, 0, false);

  /** After a burst to all that has brought {@code bits}; one by one the links carry {@code sum}. */
  SharedRate next(double bits, double sum) {
    return new SharedRate(bursts + 1, bits, bits >= ABOUT * sum);
  }
}
