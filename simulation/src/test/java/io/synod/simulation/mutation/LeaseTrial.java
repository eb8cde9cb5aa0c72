package io.synod.simulation.mutation;

import io.synod.core.settings.Consistency;
import io.synod.simulation.cores.CoreRun;
import java.util.function.LongFunction;

/** Reads by lease with whatever classes it was loaded with; see {@link Trial}. */
public final class LeaseTrial implements LongFunction<String> {

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    return find(CoreRun.reads(seed, Consistency.LEASE));
  }

  static String find(CoreRun run) {
    try {
      run.run();
      return null;
    } catch (RuntimeException broken) {
      return broken.getMessage() == null ? broken.toString() : broken.getMessage();
    }
  }
}
