package io.synod.laboratory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time of 0 or more in milliseconds: {@code 100us}, {@code 0.1ms}, {@code 2s}. */
final class MillisOption implements ITypeConverter<Double> {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(us|ms|s)");

  @Override
  public Double convert(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a time such as 100us, 0.1ms or 2s");
    }
    double count = Double.parseDouble(matcher.group(1));
    return switch (matcher.group(2)) {
      case "us" -> count / 1e3;
      case "ms" -> count;
      default -> count * 1e3;
    };
  }
}
