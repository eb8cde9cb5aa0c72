package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Runs trials, which say what they find, with the classes of a loader. */
final class Trials {
  private static final int SEEDS_MAX = 500;

  private Trials() {}

  static String run(MutantLoader loader, Class<? extends Supplier<String>> trial)
      throws ReflectiveOperationException {
    @SuppressWarnings("unchecked")
    Supplier<String> made = (Supplier<String>) made(loader, trial);
    return made.get();
  }

  static String run(MutantLoader loader, Class<? extends LongFunction<String>> trial, long seed)
      throws ReflectiveOperationException {
    @SuppressWarnings("unchecked")
    LongFunction<String> made = (LongFunction<String>) made(loader, trial);
    return made.apply(seed);
  }

  private static Object made(MutantLoader loader, Class<?> trial)
      throws ReflectiveOperationException {
    return loader.loadClass(trial.getName()).getConstructor().newInstance();
  }

  static void assertFound(Mutant mutant, Class<? extends Supplier<String>> trial)
      throws ReflectiveOperationException {
    Map<String, byte[]> mutated = MutantCompiler.compile(mutant);
    Supplier<String> live = trial.getConstructor().newInstance();
    String found = runLive(mutated, live);
    assertFound(mutant, found == null ? run(new MutantLoader(mutated), trial) : found);
  }

  /** With the mutant's seed. */
  static void assertFoundBySeed(Mutant mutant, Class<? extends LongFunction<String>> trial)
      throws ReflectiveOperationException {
    Map<String, byte[]> mutated = MutantCompiler.compile(mutant);
    LongFunction<String> live = trial.getConstructor().newInstance();
    String found = runLive(mutated, () -> live.apply(mutant.seed()));
    assertFound(
        mutant, found == null ? run(new MutantLoader(mutated), trial, mutant.seed()) : found);
  }

  /**
   * With the mutant's seed or, if that one finds nothing any more, another one.
   *
   * @param kind of a {@link CoreTrial}
   */
  static void assertFoundByCores(Mutant mutant, String kind) throws ReflectiveOperationException {
    MutantLoader loader = new MutantLoader(MutantCompiler.compile(mutant));
    @SuppressWarnings("unchecked")
    BiFunction<String, Long, String> trial =
        (BiFunction<String, Long, String>) made(loader, CoreTrial.class);
    String found = trial.apply(kind, mutant.seed());
    long seed = 0;
    while (found == null && seed < SEEDS_MAX) {
      found = trial.apply(kind, ++seed);
    }
    assertFound(mutant, found == null || seed == 0 ? found : "seed " + seed + ": " + found);
  }

  /** With the classes that are loaded; null also if the JVM cannot redefine them so. */
  static String runLive(Map<String, byte[]> mutated, Supplier<String> trial) {
    if (!LiveClasses.areOpen()) {
      return null;
    }
    try {
      return LiveClasses.tryWith(mutated, trial);
    } finally {
      LiveClasses.restore();
    }
  }

  private static void assertFound(Mutant mutant, String found) {
    System.out.println(mutant + ": " + found);
    assertThat(found).as("what finds \"%s\"", mutant).isNotNull();
  }
}
