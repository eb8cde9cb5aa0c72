package io.synod.laboratory;

import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of an experiment. */
final class ExperimentName implements ITypeConverter<Experiment> {

  /** All names, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return words().iterator();
    }
  }

  @Override
  public Experiment convert(String text) {
    for (Experiment experiment : Experiment.values()) {
      if (experiment.word().equals(text)) {
        return experiment;
      }
    }
    throw new TypeConversionException(
        "'%s' is not one of %s".formatted(text, String.join(", ", words())));
  }

  private static List<String> words() {
    return Arrays.stream(Experiment.values()).map(Experiment::word).toList();
  }
}
