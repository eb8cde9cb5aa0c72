package io.synod.simulation.mutation;

import io.synod.simulation.SeedResult;
import io.synod.simulation.SimulationRun;
import java.util.function.LongFunction;

/**
 * Runs one seed with whatever classes it was loaded with. Takes and gives types of the JDK only, so
 * that a caller with other classes of the same names can use it.
 */
public final class Trial implements LongFunction<String[]> {

  /** The check that has failed and what it said; null if the seed has passed. */
  @Override
  public String[] apply(long seed) {
    SeedResult result = SimulationRun.runSeed(seed);
    if (result.passed()) {
      return null;
    }
    return new String[] {check(result.failure().getCause()), result.failure().getMessage()};
  }

  /** What a run throws, in words; null if it ends well. */
  static String complaint(Runnable run) {
    try {
      run.run();
      return null;
    } catch (RuntimeException broken) {
      return broken.getMessage() == null ? broken.toString() : broken.getMessage();
    }
  }

  static String check(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      String name = frame.getClassName();
      boolean thrower = name.endsWith(".Check") || name.endsWith(".Violation");
      if (name.startsWith("io.synod.") && !thrower) {
        return name.substring(name.lastIndexOf('.') + 1).replaceAll("\\$.*", "");
      }
    }
    return failure.getClass().getSimpleName();
  }
}
