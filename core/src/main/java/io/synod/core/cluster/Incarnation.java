package io.synod.core.cluster;

import io.synod.core.check.Range;

/**
 * One memory of a replica: what it has promised and voted since it last began to take part.
 *
 * @param number how often the replica has begun; 0 if it never has
 * @param nonce drawn at random with each new memory
 */
public record Incarnation(long number, long nonce) {

  /** No replica gets here: it would take a thousand starts a second for 146 million years. */
  public static final long NUMBER_MAX = 1L << 62;

  /** Of a replica that was never heard of. */
  public static final Incarnation UNKNOWN = new Incarnation(0, 0);

  public Incarnation {
    Range.atLeast(0, number, "number");
  }

  public boolean isKnown() {
    return !equals(UNKNOWN);
  }
}
