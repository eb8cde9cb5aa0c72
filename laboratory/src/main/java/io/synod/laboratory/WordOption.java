package io.synod.laboratory;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of a few values, by its word. */
record WordOption<T>(Supplier<List<T>> all, Function<T, String> word) implements ITypeConverter<T> {

  /** The constants of an enum, in lower case. */
  static <E extends Enum<E>> WordOption<E> of(Class<E> type) {
    return of(type, constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  static <E extends Enum<E>> WordOption<E> of(Class<E> type, Function<E, String> word) {
    return new WordOption<>(() -> List.of(type.getEnumConstants()), word);
  }

  @Override
  public T convert(String text) {
    for (T value : all.get()) {
      if (word.apply(value).equals(text)) {
        return value;
      }
    }
    String words = all.get().stream().map(word).collect(Collectors.joining(", "));
    throw new TypeConversionException("'%s' is not one of %s".formatted(text, words));
  }

  /** The same, and null for {@code none}. */
  ITypeConverter<T> orNull(String none) {
    return text -> text.equals(none) ? null : convert(text);
  }
}
