package io.synod.replica.config;

/** Bytes, or the word {@code none}, kept as {@link #NONE}. */
final class SpaceLimit implements ValueType {
  // More than any disk has.
  static final Long NONE = Long.MAX_VALUE;

  private static final String WORD = "none";

  private final Amount amount;

  /** The bounds as a file would have them. */
  SpaceLimit(String min, String max) {
    amount = Amount.bytes(min, max);
  }

  @Override
  public Long parse(String text) {
    return text.equals(WORD) ? NONE : amount.parse(text);
  }

  @Override
  public String format(Object value) {
    return NONE.equals(value) ? WORD : amount.format(value);
  }

  @Override
  public void check(Object value) {
    if (!NONE.equals(value)) {
      amount.check(value);
    }
  }

  @Override
  public String range() {
    return WORD + ", or " + amount.range();
  }
}
