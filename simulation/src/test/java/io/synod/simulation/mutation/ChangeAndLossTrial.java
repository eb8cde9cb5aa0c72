package io.synod.simulation.mutation;

import io.synod.simulation.cores.CoreRun;
import java.util.function.LongFunction;

/** Changes of members and losses of votes with whatever classes it was loaded with. */
public final class ChangeAndLossTrial implements LongFunction<String> {

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    return LeaseTrial.find(CoreRun.changesAndLosses(seed));
  }
}
