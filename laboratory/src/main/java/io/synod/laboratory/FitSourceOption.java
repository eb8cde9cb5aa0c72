package io.synod.laboratory;

import io.synod.fitting.fit.FitSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The CPU time that is fitted, in lower case. */
final class FitSourceOption implements ITypeConverter<FitSource> {

  @Override
  public FitSource convert(String text) {
    for (FitSource source : FitSource.values()) {
      if (source.word().equals(text)) {
        return source;
      }
    }
    throw new TypeConversionException("'" + text + "' is not stages or total");
  }
}
