package io.synod.chaos.hostile.attack;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One attacker's inputs for one run. Confined to the attacker's thread, except for the tally. */
public final class Attack {
  private final Targets targets;
  private final Random random;
  private final CountDownLatch end;
  private final Tally tally = new Tally();

  /**
   * @param end counted down to end the attack
   */
  public Attack(Targets targets, long seed, CountDownLatch end) {
    this.targets = targets;
    this.end = end;
    random = new Random(seed);
  }

  public Tally tally() {
    return tally;
  }

  Targets targets() {
    return targets;
  }

  Random random() {
    return random;
  }

  /** Whether the attack continues. */
  public boolean goesOn() {
    return end.getCount() > 0;
  }

  /** Waits for this time, or until the attack ends. */
  void pause(long millis) throws InterruptedException {
    end.await(millis, TimeUnit.MILLISECONDS);
  }
}
