package io.synod.benchmarks.peers;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A contender by its name. */
final class ContenderOption implements ITypeConverter<Contender> {

  @Override
  public Contender convert(String text) {
    for (Contender contender : Contender.values()) {
      if (contender.text().equals(text)) {
        return contender;
      }
    }
    String known =
        Arrays.stream(Contender.values()).map(Contender::text).collect(Collectors.joining(", "));
    throw new TypeConversionException("'" + text + "' is none of " + known);
  }
}
