package io.synod.simulation.scheduler;

import java.util.SplittableRandom;

/**
 * One seed, with an independent stream of random numbers for each concern. More draws for one
 * concern do not change the numbers of another one.
 */
public record Seeds(long seed) {

  /**
   * @param concern a unique name for each stream; the same name gives the same stream
   */
  public SplittableRandom random(String concern) {
    return new SplittableRandom(Trace.mix(seed, concern.hashCode()));
  }

  public SplittableRandom random(String concern, int number) {
    return new SplittableRandom(Trace.mix(Trace.mix(seed, concern.hashCode()), number));
  }
}
