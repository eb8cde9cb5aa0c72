package io.synod.simulation.network;

import io.synod.simulation.scheduler.Scheduler;
import java.util.SplittableRandom;

/** One direction between two ends. */
public final class Wire {
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private LinkConditions conditions;
  private int cuts;
  private int storms;
  private int noises;
  private long lastArrival;

  Wire(Scheduler scheduler, SplittableRandom random, LinkConditions conditions) {
    this.scheduler = scheduler;
    this.random = random;
    this.conditions = conditions;
  }

  /** Nothing passes until as many cuts are mended. */
  public void cut() {
    cuts++;
  }

  public void mend() {
    cuts--;
  }

  public void beginStorm() {
    storms++;
  }

  public void endStorm() {
    storms--;
  }

  /** Bits flip until as many noises have ended. */
  public void beginNoise() {
    noises++;
  }

  public void endNoise() {
    noises--;
  }

  boolean isNoisy() {
    return noises > 0;
  }

  void calm() {
    conditions = conditions.calm();
  }

  /** Runs {@code arrival} when the message arrives: once, twice or never. */
  void carry(Runnable arrival) {
    LinkConditions now = storms > 0 ? conditions.stormy() : conditions;
    if (cuts > 0 || random.nextDouble() < now.loss()) {
      return;
    }
    arrive(now, arrival);
    if (random.nextDouble() < now.duplication()) {
      arrive(now, arrival);
    }
  }

  private void arrive(LinkConditions now, Runnable arrival) {
    long delay = random.nextLong(1 + now.delayNanos() / 4, 2 + now.delayNanos());
    if (random.nextDouble() < now.tailShare()) {
      delay += random.nextLong(1 + now.tailNanos());
    }
    long at = scheduler.now() + delay;
    lastArrival = now.ordered() ? Math.max(at, lastArrival) : at;
    scheduler.at(lastArrival, arrival);
  }
}
