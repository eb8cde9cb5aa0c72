package io.synod.simulation.mutation;

import io.synod.simulation.timed.FarRun;
import java.util.function.LongFunction;

/** Runs a leader behind a long link with whatever classes it was loaded with; see {@link Trial}. */
public final class FarTrial implements LongFunction<String> {

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    try {
      new FarRun(seed).run();
      return null;
    } catch (RuntimeException broken) {
      return broken.getMessage() == null ? broken.toString() : broken.getMessage();
    }
  }
}
