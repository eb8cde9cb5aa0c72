package io.synod.simulation.mutation;

import io.synod.simulation.lease.LeaseRun;
import java.util.function.LongFunction;

/** Reads by lease with whatever classes it was loaded with; see {@link Trial}. */
public final class LeaseTrial implements LongFunction<String> {

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    try {
      new LeaseRun(seed).run();
      return null;
    } catch (RuntimeException broken) {
      return broken.getMessage() == null ? broken.toString() : broken.getMessage();
    }
  }
}
