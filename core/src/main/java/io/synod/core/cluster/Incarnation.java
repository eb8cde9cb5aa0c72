package io.synod.core.cluster;

import io.synod.core.check.Range;

/**
 * A replica since it last became a member. A replica that has lost promises or votes joins again as
 * a new incarnation, so that nobody counts the old ones.
 *
 * @param number how often the replica has become a member; 0 if it never has
 * @param nonce drawn at random with each new durable state
 */
public record Incarnation(long number, long nonce) {

  /** No replica gets here: it would take a thousand starts a second for 146 million years. */
  public static final long NUMBER_MAX = 1L << 62;

  /** Of a replica from which no message has come yet. */
  public static final Incarnation UNKNOWN = new Incarnation(0, 0);

  public Incarnation {
    Range.atLeast(0, number, "number");
  }

  public boolean isKnown() {
    return !equals(UNKNOWN);
  }
}
