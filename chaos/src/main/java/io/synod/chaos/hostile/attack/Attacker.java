package io.synod.chaos.hostile.attack;

/** One kind of hostile load. Holds no state between runs. */
public interface Attacker {

  /** As a user chooses it, such as {@code endless-frames}. */
  String name();

  /** Frames that replicas must confirm to have processed, in each second of a long attack. */
  default long processedPerSecondMin() {
    return 0;
  }

  /**
   * Attacks until {@link Attack#goesOn} is false, on the calling thread, and closes its
   * connections.
   *
   * @throws InterruptedException if the thread is interrupted; the connections are closed
   */
  void run(Attack attack) throws InterruptedException;
}
