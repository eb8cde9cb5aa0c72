package io.synod.laboratory;

import io.synod.tuning.model.LinearCost;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** CPU time as {@code a,b}: milliseconds for each KiB and for each message. */
final class LinearCostOption implements ITypeConverter<LinearCost> {
  private static final Pattern WRITTEN =
      Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,12})?,[0-9]{1,9}(\\.[0-9]{1,12})?");

  @Override
  public LinearCost convert(String text) {
    if (!WRITTEN.matcher(text).matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a,b in ms per KiB and ms, such as 0.005,0.08");
    }
    String[] numbers = text.split(",");
    return new LinearCost(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
  }
}
