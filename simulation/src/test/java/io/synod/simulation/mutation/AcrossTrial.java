package io.synod.simulation.mutation;

import io.synod.simulation.cores.CoreRun;
import java.util.function.LongFunction;

/** Losses while a membership ends, with whatever classes it was loaded with; see {@link Trial}. */
public final class AcrossTrial implements LongFunction<String> {

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    return LeaseTrial.find(CoreRun.lossesAcross(seed));
  }
}
