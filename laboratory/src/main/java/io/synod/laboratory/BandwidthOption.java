package io.synod.laboratory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bits per second, in powers of 1000: {@code 9600kbit}, {@code 9.4Mbit}, {@code 10Gbit}. */
final class BandwidthOption implements ITypeConverter<Double> {
  private static final Pattern WRITTEN =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(kbit|Mbit|Gbit)");

  @Override
  public Double convert(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches() || Double.parseDouble(matcher.group(1)) == 0) {
      throw new TypeConversionException(
          "'" + text + "' is not a bandwidth such as 9600kbit, 9.4Mbit or 10Gbit");
    }
    double count = Double.parseDouble(matcher.group(1));
    return switch (matcher.group(2)) {
      case "kbit" -> count * 1e3;
      case "Mbit" -> count * 1e6;
      default -> count * 1e9;
    };
  }
}
