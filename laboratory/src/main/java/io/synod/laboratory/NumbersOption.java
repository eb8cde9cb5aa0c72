package io.synod.laboratory;

import java.util.Arrays;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code count} numbers of 0 or more, with a comma between them. */
record NumbersOption<T>(int count, String wanted, Function<double[], T> value)
    implements ITypeConverter<T> {
  private static final String NUMBER = "[0-9]{1,9}(\\.[0-9]{1,12})?";

  @Override
  public T convert(String text) {
    if (!text.matches(NUMBER + "(," + NUMBER + "){" + (count - 1) + "}")) {
      throw new TypeConversionException("'%s' is not %s".formatted(text, wanted));
    }
    return value.apply(Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray());
  }
}
