package io.synod.replica.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount, or {@code auto}, or a range {@code least..most} for the autopilot. An amount is kept
 * as a {@code Long}, the others as an {@link AutoRange}.
 */
final class AmountOrAuto implements ValueType {
  private static final String WORD = "auto";
  private static final Pattern RANGE = Pattern.compile("(.+?)\\s*\\.\\.\\s*(.+)");

  private final Amount amount;
  private final AutoRange whole;

  /**
   * @param least and {@code most}: what {@code auto} stands for
   */
  AmountOrAuto(Amount amount, String least, String most) {
    this.amount = amount;
    this.whole = new AutoRange(amount.parse(least), amount.parse(most), true);
  }

  @Override
  public Object parse(String text) {
    if (text.equals(WORD)) {
      return whole;
    }
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      return new AutoRange(amount.parse(range.group(1)), amount.parse(range.group(2)), false);
    }
    if (!text.isEmpty() && Character.isLetter(text.charAt(0))) {
      throw new IllegalArgumentException("'%s' is not %s".formatted(Text.shortened(text), range()));
    }
    return amount.parse(text);
  }

  @Override
  public String format(Object value) {
    if (!(value instanceof AutoRange range)) {
      return amount.format(value);
    }
    return range.isWhole()
        ? WORD
        : amount.format(range.least()) + ".." + amount.format(range.most());
  }

  @Override
  public void check(Object value) {
    if (!(value instanceof AutoRange range)) {
      amount.check(value);
      return;
    }
    amount.check(range.least());
    amount.check(range.most());
    if (range.least() > range.most()) {
      throw new IllegalArgumentException(
          format(range) + " is empty: write the smaller amount first");
    }
  }

  @Override
  public String range() {
    return "%s, auto (%s..%s), or such a range"
        .formatted(amount.range(), amount.format(whole.least()), amount.format(whole.most()));
  }
}
