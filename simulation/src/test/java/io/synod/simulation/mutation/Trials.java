package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Runs trials, which say what they find, with the classes of a loader. */
final class Trials {
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
    assertFound(mutant, run(new MutantLoader(MutantCompiler.compile(mutant)), trial));
  }

  /** With the mutant's seed. */
  static void assertFoundBySeed(Mutant mutant, Class<? extends LongFunction<String>> trial)
      throws ReflectiveOperationException {
    MutantLoader loader = new MutantLoader(MutantCompiler.compile(mutant));
    assertFound(mutant, run(loader, trial, mutant.seedsMax()));
  }

  private static void assertFound(Mutant mutant, String found) {
    System.out.println(mutant + ": " + found);
    assertThat(found).as("what finds \"%s\"", mutant).isNotNull();
  }
}
