package io.synod.laboratory;

import io.synod.benchmarks.cluster.Yardstick;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A yardstick in lower case, with hyphens; null for an empty text. */
final class YardstickOption implements ITypeConverter<Yardstick> {

  @Override
  public Yardstick convert(String text) {
    if (text.isEmpty()) {
      return null;
    }
    for (Yardstick yardstick : Yardstick.values()) {
      if (name(yardstick).equals(text)) {
        return yardstick;
      }
    }
    throw new TypeConversionException("'" + text + "' is not echo, skeleton or skeleton-sync");
  }

  private static String name(Yardstick yardstick) {
    return yardstick.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
