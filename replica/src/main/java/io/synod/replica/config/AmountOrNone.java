package io.synod.replica.config;

/** A limit, or the word {@code none}, kept as {@link #NONE}. */
final class AmountOrNone implements ValueType {
  // More than any disk or link has.
  static final Long NONE = Long.MAX_VALUE;

  private static final String WORD = "none";

  private final Amount amount;

  AmountOrNone(Amount amount) {
    this.amount = amount;
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
