package io.synod.laboratory;

import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.util.Arrays;
import java.util.Iterator;

/** Parses the name of an experiment. */
final class ExperimentName extends WordOption<Experiment> {
  ExperimentName() {
    super(Experiment.values(), Experiment::word);
  }

  /** All names, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Experiment.values()).map(Experiment::word).iterator();
    }
  }
}
