package io.synod.laboratory;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes of a request or an answer, with or without a unit: {@code 512}, {@code 1KiB}. */
final class PayloadOption implements ITypeConverter<Integer> {
  private static final Pattern PLAIN = Pattern.compile("[0-9]{1,9}");

  @Override
  public Integer convert(String text) {
    if (PLAIN.matcher(text).matches()) {
      return Integer.parseInt(text);
    }
    long bytes = new BytesOption().convert(text);
    if (bytes > Integer.MAX_VALUE) {
      throw new TypeConversionException("'" + text + "' is more than 2GiB");
    }
    return (int) bytes;
  }
}
