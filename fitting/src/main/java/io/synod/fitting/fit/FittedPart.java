package io.synod.fitting.fit;

import io.synod.fitting.regression.Coefficient;
import java.util.List;

/**
 * One regression.
 *
 * @param names of the parameters, in S13's notation
 * @param coefficients one for each name, in ms per KiB for a slope and in ms for the others
 * @param determination R&sup2; for the CPU time of an instance, each of which counts once; not a
 *     number if the CPU time does not vary
 */
public record FittedPart(List<String> names, List<Coefficient> coefficients, double determination) {

  public FittedPart {
    names = List.copyOf(names);
    coefficients = List.copyOf(coefficients);
  }
}
