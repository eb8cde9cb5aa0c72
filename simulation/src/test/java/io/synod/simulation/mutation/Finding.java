package io.synod.simulation.mutation;

import java.util.Map;
import java.util.function.LongFunction;

/**
 * How the simulation has found a mutant.
 *
 * @param seeds the seed that has failed: how many were run if they began at 1
 * @param check that has failed
 * @param message what it said
 */
record Finding(long seeds, String check, String message) {

  /**
   * Null if none of the seeds from 1 to {@code seedsMax} finds it.
   *
   * @param likely is tried before them; 0 for none
   */
  static Finding of(Mutant mutant, long likely, long seedsMax) {
    Map<String, byte[]> mutated = MutantCompiler.compile(mutant);
    if (likely > 0 && LiveClasses.areOpen()) {
      Finding live = LiveClasses.tryWith(mutated, () -> at(new Trial(), likely));
      if (live != null) {
        return live;
      }
    }
    // Finds also a mutant that changes the shape of a class, or how it is initialised.
    LongFunction<?> trial = trial(mutated);
    Finding finding = likely > 0 ? at(trial, likely) : null;
    for (long seed = 1; finding == null && seed <= seedsMax; seed++) {
      finding = at(trial, seed);
    }
    return finding;
  }

  private static Finding at(LongFunction<?> trial, long seed) {
    String[] failure = (String[]) trial.apply(seed);
    return failure == null ? null : new Finding(seed, failure[0], failure[1]);
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
