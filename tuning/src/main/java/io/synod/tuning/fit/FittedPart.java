package io.synod.tuning.fit;

import io.synod.tuning.regression.Coefficient;
import java.util.List;

/**
 * One regression.
 *
 * @param names of the parameters, as S13 would write them
 * @param coefficients one for each name: ms per KiB of a slope, ms of the others
 * @param determination R&sup2; of CPU time for an instance, each of which counts once; not a number
 *     if there was nothing to explain
 */
public record FittedPart(List<String> names, List<Coefficient> coefficients, double determination) {

  public FittedPart {
    names = List.copyOf(names);
    coefficients = List.copyOf(coefficients);
  }
}
