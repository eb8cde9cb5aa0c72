package io.synod.core.cluster;

import java.util.BitSet;

/**
 * An immutable set of replica numbers, 0 to 31.
 *
 * @param bits bit {@code i} is set if replica {@code i} is a member
 */
public record ReplicaSet(int bits) {
  public static final ReplicaSet EMPTY = new ReplicaSet(0);

  private static final ReplicaSet[] SINGLES = new ReplicaSet[32];

  static {
    for (int replica = 0; replica < SINGLES.length; replica++) {
      SINGLES[replica] = new ReplicaSet(1 << replica);
    }
  }

  public static ReplicaSet of(int replica) {
    return SINGLES[replica];
  }

  /** Replicas 0 to {@code size - 1}. */
  public static ReplicaSet all(int size) {
    return new ReplicaSet((int) ((1L << size) - 1));
  }

  public boolean contains(int replica) {
    return (bits & (1 << replica)) != 0;
  }

  public boolean contains(ReplicaSet others) {
    return (others.bits & ~bits) == 0;
  }

  public ReplicaSet with(int replica) {
    return with(SINGLES[replica]);
  }

  public ReplicaSet with(ReplicaSet other) {
    int union = bits | other.bits;
    return union == bits ? this : new ReplicaSet(union);
  }

  public ReplicaSet without(ReplicaSet other) {
    return new ReplicaSet(bits & ~other.bits);
  }

  public int size() {
    return Integer.bitCount(bits);
  }

  public boolean isEmpty() {
    return bits == 0;
  }

  @Override
  public String toString() {
    long[] words = {Integer.toUnsignedLong(bits)};
    return BitSet.valueOf(words).toString().replace(" ", "");
  }
}
