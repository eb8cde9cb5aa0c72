package io.synod.simulation;

import java.util.function.LongFunction;

/**
 * Runs a seed of {@link HostedSimulation}. Takes and gives types of the JDK only, so that those who
 * hold other classes of the same names can use it.
 */
public final class HostedTrial implements LongFunction<String> {

  /** What has gone wrong; null if nothing has. */
  @Override
  public String apply(long seed) {
    try {
      new HostedSimulation(seed).run();
      return null;
    } catch (RuntimeException | Error failure) {
      return failure.toString();
    }
  }
}
