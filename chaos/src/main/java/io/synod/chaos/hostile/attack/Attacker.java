package io.synod.chaos.hostile.attack;

import java.util.List;

/**
 * One kind of hostile load, made of crowds of connections. Holds no state between runs.
 *
 * @param name as on the command line, such as {@code endless-frames}
 * @param processedPerSecondMin frames that replicas must confirm to have processed, in each second
 *     of a long attack
 * @param crowds creates the crowds of a run
 */
public record Attacker(String name, long processedPerSecondMin, Crowds crowds) {

  /** Creates the crowds of one run. */
  interface Crowds {
    List<Crowd> of(Attack attack);
  }

  Attacker(String name, Crowds crowds) {
    this(name, 0, crowds);
  }

  /**
   * Attacks until {@link Attack#goesOn} is false, on the calling thread, and closes its
   * connections.
   *
   * @throws InterruptedException if the thread is interrupted; the connections are closed
   */
  public void run(Attack attack) throws InterruptedException {
    Crowd.run(attack, crowds.of(attack));
  }
}
