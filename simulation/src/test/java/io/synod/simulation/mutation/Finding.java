package io.synod.simulation.mutation;

import java.util.Map;
import java.util.function.LongFunction;

/**
 * How the simulation has found a mutant.
 *
 * @param seeds that were run, the last of which has failed
 * @param check that has failed
 * @param message what it said
 */
record Finding(long seeds, String check, String message) {

  /** Null if none of the seeds from 1 to {@code seedsMax} finds it. */
  static Finding first(Mutant mutant, long seedsMax) {
    LongFunction<?> trial = trial(MutantCompiler.compile(mutant));
    for (long seed = 1; seed <= seedsMax; seed++) {
      String[] failure = (String[]) trial.apply(seed);
      if (failure != null) {
        return new Finding(seed, failure[0], failure[1]);
      }
    }
    return null;
  }

  private static LongFunction<?> trial(Map<String, byte[]> mutated) {
    try {
      Class<?> type = new MutantLoader(mutated).loadClass(Trial.class.getName());
      return (LongFunction<?>) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
