package io.synod.laboratory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes in the notation of settings: {@code 0B}, {@code 64KiB}, {@code 1GiB}. */
final class BytesOption implements ITypeConverter<Long> {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})(B|KiB|MiB|GiB)");

  @Override
  public Long convert(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size such as 64KiB or 1GiB");
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "B" -> count;
      case "KiB" -> count << 10;
      case "MiB" -> count << 20;
      default -> count << 30;
    };
  }
}
