package io.synod.laboratory;

import io.synod.core.settings.Durability;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A level in the notation of the setting {@code durability}: in lower case. */
final class DurabilityOption implements ITypeConverter<Durability> {

  @Override
  public Durability convert(String text) {
    for (Durability level : Durability.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
        return level;
      }
    }
    throw new TypeConversionException("'" + text + "' is not memory, view, epoch or sync");
  }
}
