package io.synod.chaos.hostile.attack;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One attacker's inputs for one run. Confined to the attacker's thread, except for the tally. */
public final class Attack {
  private final Targets targets;
  private final Random random;
  private final CountDownLatch end;
  private final long deadlineNanos;
  private final Tally tally = new Tally();

  /**
   * @param end counted down to end the attack before its deadline
   * @param deadlineNanos of {@link System#nanoTime}
   */
  public Attack(Targets targets, long seed, CountDownLatch end, long deadlineNanos) {
    this.targets = targets;
    this.end = end;
    this.deadlineNanos = deadlineNanos;
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
    return end.getCount() > 0 && System.nanoTime() - deadlineNanos < 0;
  }

  /** Waits for this time, or until the attack ends. */
  void pause(long millis) throws InterruptedException {
    long restNanos = deadlineNanos - System.nanoTime();
    end.await(Math.min(TimeUnit.MILLISECONDS.toNanos(millis), restNanos), TimeUnit.NANOSECONDS);
  }
}
