package io.synod.simulation.mutation;

import io.synod.core.settings.Consistency;
import io.synod.simulation.cores.CoreRun;
import java.util.function.LongFunction;

/** Reads at the leader with whatever classes it was loaded with; see {@link Trial}. */
public final class LeaderReadTrial implements LongFunction<String> {

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    return LeaseTrial.find(CoreRun.reads(seed, Consistency.LEADER));
  }
}
