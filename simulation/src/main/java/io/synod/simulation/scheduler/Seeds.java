package io.synod.simulation.scheduler;

import java.util.SplittableRandom;

/**
 * One seed, and from it one independent stream of random numbers per concern, so that drawing more
 * for one concern does not change what another one sees.
 */
public record Seeds(long seed) {

  /**
   * @param concern a name of its own for each stream; the same name gives the same stream
   */
  public SplittableRandom random(String concern) {
    return new SplittableRandom(Trace.mix(seed, concern.hashCode()));
  }

  public SplittableRandom random(String concern, int number) {
    return new SplittableRandom(Trace.mix(Trace.mix(seed, concern.hashCode()), number));
  }
}
