package io.synod.replica.config;

import io.synod.core.format.Unit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A whole number with a unit, kept as a {@code Long} in the smallest unit. */
final class Amount implements ValueType {
  private static final Pattern WRITTEN = Pattern.compile("([+-]?[0-9]+)\\s*(\\p{L}*|%)");

  private final List<Unit> units;
  private final long min;
  private final long max;

  private Amount(List<Unit> units, long min, long max) {
    this.units = units;
    this.min = min;
    this.max = max;
  }

  static Amount count(long min, long max) {
    return new Amount(Unit.NONE, min, max);
  }

  /** The bounds as a file would have them. */
  static Amount bytes(String min, String max) {
    return bounded(Unit.BYTES, min, max);
  }

  /** Of a second. The bounds as a file would have them. */
  static Amount bitRate(String min, String max) {
    return bounded(Unit.BIT_RATE, min, max);
  }

  /** Of a rate. The bounds as a file would have them. */
  static Amount share(String min, String max) {
    return bounded(Unit.SHARE, min, max);
  }

  /** The bounds as a file would have them. */
  static Amount time(String min, String max) {
    return bounded(Unit.TIME, min, max);
  }

  /** The bounds as a file would have them. */
  static Amount leaderTime(String min, String max) {
    return bounded(Unit.LEADER_TIME, min, max);
  }

  private static Amount bounded(List<Unit> units, String min, String max) {
    Amount any = new Amount(units, Long.MIN_VALUE, Long.MAX_VALUE);
    return new Amount(units, any.parse(min), any.parse(max));
  }

  @Override
  public Long parse(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a whole number%s".formatted(Text.shortened(text), unitHint()));
    }
    Unit unit = unit(matcher.group(1), matcher.group(2));
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit.factor());
    } catch (NumberFormatException | ArithmeticException tooLarge) {
      throw new IllegalArgumentException(
          "'%s' is not %s".formatted(Text.shortened(text), range()), tooLarge);
    }
  }

  private Unit unit(String number, String suffix) {
    for (Unit unit : units) {
      if (unit.suffix().equals(suffix)) {
        return unit;
      }
    }
    String shown = Text.shortened(suffix);
    if (units == Unit.NONE) {
      throw new IllegalArgumentException("takes a number without a unit, not '" + shown + "'");
    }
    if (suffix.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' has no unit: %s".formatted(Text.shortened(number), suffixes()));
    }
    throw new IllegalArgumentException("'" + shown + "' is not a unit: use " + suffixes());
  }

  private String unitHint() {
    return units == Unit.NONE ? "" : " with a unit (" + suffixes() + ")";
  }

  private String suffixes() {
    return units.stream().map(Unit::suffix).collect(Collectors.joining(", "));
  }

  @Override
  public void check(Object value) {
    long amount = (Long) value;
    if (amount < min || amount > max) {
      throw new IllegalArgumentException("%s is not %s".formatted(format(value), range()));
    }
  }

  /** In the largest unit that divides it. */
  @Override
  public String format(Object value) {
    long amount = (Long) value;
    Unit best = units.get(0);
    for (Unit unit : units) {
      if (amount != 0 && amount % unit.factor() == 0) {
        best = unit;
      }
    }
    return amount / best.factor() + best.suffix();
  }

  @Override
  public String range() {
    return format(min) + " to " + format(max);
  }
}
