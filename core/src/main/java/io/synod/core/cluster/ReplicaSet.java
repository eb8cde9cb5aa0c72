package io.synod.core.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * An immutable set of replica numbers, 0 to 31.
 *
 * @param bits bit {@code i} is set if replica {@code i} is a member
 */
public record ReplicaSet(int bits) {
  /** How many numbers there are. */
  public static final int NUMBERS = Integer.SIZE;

  public static final ReplicaSet EMPTY = new ReplicaSet(0);

  /** Every number. */
  public static final ReplicaSet ANY = new ReplicaSet(-1);

  private static final ReplicaSet[] SINGLES = new ReplicaSet[NUMBERS];

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

  /** Any number may be asked for. */
  public boolean contains(int replica) {
    return replica >= 0 && replica < NUMBERS && (bits & (1 << replica)) != 0;
  }

  /** These replicas. */
  public static ReplicaSet of(Collection<Integer> replicas) {
    ReplicaSet set = EMPTY;
    for (int replica : replicas) {
      set = set.with(replica);
    }
    return set;
  }

  /** The numbers of the members, ascending. */
  public List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int replica = first(); replica < NUMBERS; replica = after(replica)) {
      numbers.add(replica);
    }
    return numbers;
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

  /** The member with the lowest number; {@link #NUMBERS} if there is none. */
  public int first() {
    return Integer.numberOfTrailingZeros(bits);
  }

  /** The member with the next higher number; {@link #NUMBERS} if there is none. */
  public int after(int replica) {
    return Integer.numberOfTrailingZeros(bits & (int) (-2L << replica));
  }

  /** After the highest number: the size of an array with a place for each member. */
  public int end() {
    return NUMBERS - Integer.numberOfLeadingZeros(bits);
  }

  /**
   * The value that {@code count} members reach.
   *
   * @param byReplica by number; those of other replicas do not count
   * @param count 1 to {@link #size}
   */
  public long reachedBy(int count, long[] byReplica) {
    long[] values = new long[size()];
    int place = 0;
    for (int replica = first(); replica < NUMBERS; replica = after(replica)) {
      values[place++] = byReplica[replica];
    }
    Arrays.sort(values);
    return values[values.length - count];
  }

  @Override
  public String toString() {
    long[] words = {Integer.toUnsignedLong(bits)};
    return BitSet.valueOf(words).toString().replace(" ", "");
  }
}
