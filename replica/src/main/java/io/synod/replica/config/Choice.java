package io.synod.replica.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** One of an enum's constants, written in lower case. */
final class Choice<E extends Enum<E>> implements ValueType {
  private final Class<E> type;

  private Choice(Class<E> type) {
    this.type = type;
  }

  static <E extends Enum<E>> Choice<E> of(Class<E> type) {
    return new Choice<>(type);
  }

  @Override
  public E parse(String text) {
    for (E constant : type.getEnumConstants()) {
      if (format(constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is not one of %s".formatted(Text.shortened(text), range()));
  }

  @Override
  public String format(Object value) {
    return ((Enum<?>) value).name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void check(Object value) {
    type.cast(value);
  }

  @Override
  public String range() {
    return Arrays.stream(type.getEnumConstants())
        .map(this::format)
        .collect(Collectors.joining(", "));
  }
}
