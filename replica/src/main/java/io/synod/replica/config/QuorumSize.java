package io.synod.replica.config;

import io.synod.core.cluster.Quorums;

/** A number of replicas, or the word {@code majority}, kept as {@link #MAJORITY}. */
final class QuorumSize implements ValueType {
  // No number that anybody could give.
  static final Long MAJORITY = Long.MAX_VALUE;

  private static final String WORD = "majority";
  private static final Amount NUMBER = Amount.count(1, Quorums.REPLICAS_MAX);

  /** The size among {@code replicas}. */
  static int among(int replicas, long value) {
    return value == MAJORITY ? Quorums.majority(replicas).phase1() : Math.toIntExact(value);
  }

  @Override
  public Long parse(String text) {
    if (text.equals(WORD)) {
      return MAJORITY;
    }
    try {
      return NUMBER.parse(text);
    } catch (IllegalArgumentException notNumber) {
      throw new IllegalArgumentException(
          "'%s' is not %s".formatted(Text.shortened(text), range()), notNumber);
    }
  }

  @Override
  public String format(Object value) {
    return MAJORITY.equals(value) ? WORD : NUMBER.format(value);
  }

  @Override
  public void check(Object value) {
    if (!MAJORITY.equals(value)) {
      NUMBER.check(value);
    }
  }

  @Override
  public String range() {
    return WORD + ", or " + NUMBER.range();
  }
}
