package io.synod.core.replica;

import io.synod.core.check.Range;

/**
 * Bounds of what a replica keeps for its clients.
 *
 * @param readsMax reads that may wait for their round or slot
 * @param subscriberBytes that may be on their way to one subscriber; one batch more may be
 */
public record ClientBounds(int readsMax, long subscriberBytes) {
  private static final long BYTES_MAX = 1L << 40;

  public ClientBounds {
    Range.atLeast(1, readsMax, "reads that may wait");
    Range.within(1, BYTES_MAX, subscriberBytes, "bytes for a subscriber");
  }
}
