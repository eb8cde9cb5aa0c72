package io.synod.laboratory;

import io.synod.replica.config.ThreadLayout;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A layout in the notation of the setting {@code threads.layout}: in lower case. */
final class LayoutOption implements ITypeConverter<ThreadLayout> {

  @Override
  public ThreadLayout convert(String text) {
    for (ThreadLayout layout : ThreadLayout.values()) {
      if (layout.name().toLowerCase(Locale.ROOT).equals(text)) {
        return layout;
      }
    }
    throw new TypeConversionException("'" + text + "' is not staged, split or merged");
  }
}
