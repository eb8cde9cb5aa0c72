package io.synod.simulation.host;

import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The way from one machine to another, or back. What it carries arrives a drawn time later; while
 * it is cut, nothing arrives, and what was sent arrives once it is mended, as TCP sends it again.
 */
public final class Path {
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long delayNanosMax;
  private final List<Runnable> held = new ArrayList<>();
  private int cuts;

  Path(Scheduler scheduler, SplittableRandom random, long delayNanosMax) {
    this.scheduler = scheduler;
    this.random = random;
    this.delayNanosMax = delayNanosMax;
  }

  /** Nothing passes until as many cuts are mended. */
  public void cut() {
    cuts++;
  }

  public void mend() {
    cuts--;
    if (cuts == 0) {
      held.forEach(arrival -> scheduler.after(delayNanos(), arrival));
      held.clear();
    }
  }

  boolean isCut() {
    return cuts > 0;
  }

  SplittableRandom random() {
    return random;
  }

  /**
   * Lets {@code arrival} happen at the other end.
   *
   * @param earliestNanos not before this virtual time
   * @return when it arrives, unless the path is cut by then
   */
  long carry(long earliestNanos, Runnable arrival) {
    long at = Math.max(earliestNanos, scheduler.now() + delayNanos());
    scheduler.at(at, () -> arrive(arrival));
    return at;
  }

  private void arrive(Runnable arrival) {
    if (isCut() || !held.isEmpty()) {
      held.add(arrival);
    } else {
      arrival.run();
    }
  }

  private long delayNanos() {
    return 1 + random.nextLong(1 + delayNanosMax);
  }
}
