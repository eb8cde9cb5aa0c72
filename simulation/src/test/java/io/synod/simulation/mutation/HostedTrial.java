package io.synod.simulation.mutation;

import io.synod.simulation.HostedSimulation;
import java.util.function.LongFunction;

/** As {@link Trial}, with replicas and clients as they ship. */
public final class HostedTrial implements LongFunction<String[]> {

  @Override
  public String[] apply(long seed) {
    try {
      new HostedSimulation(seed).run();
      return null;
    } catch (RuntimeException | Error failure) {
      return new String[] {Trial.check(failure), failure.getMessage()};
    }
  }
}
