package io.synod.simulation.mutation;

import io.synod.simulation.timed.FailoverRun;
import java.util.function.LongFunction;

/** Replaces leaders under load with whatever classes it was loaded with; see {@link Trial}. */
public final class FailoverTrial implements LongFunction<String> {

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    return Trial.complaint(() -> new FailoverRun(seed).run());
  }
}
