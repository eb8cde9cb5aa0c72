package io.synod.laboratory;

import io.synod.tuning.model.Sharing;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Four numbers, {@code passing,ms-a-request,ms-per-KiB,wait-ms}. */
final class SharingOption implements ITypeConverter<Sharing> {
  private static final String NUMBER = "[0-9]{1,9}(\\.[0-9]{1,12})?";
  private static final Pattern WRITTEN = Pattern.compile(NUMBER + "(," + NUMBER + "){3}");

  @Override
  public Sharing convert(String text) {
    if (!WRITTEN.matcher(text).matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not four numbers, such as 0.6,0.0001,0.0004,0.3");
    }
    String[] numbers = text.split(",");
    return new Sharing(
        Double.parseDouble(numbers[0]),
        Double.parseDouble(numbers[1]),
        Double.parseDouble(numbers[2]),
        Double.parseDouble(numbers[3]));
  }
}
