package io.synod.simulation.network;

import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One direction between two ends. */
public final class Wire {
  private static final long SOON_NANOS_MAX = 100_000;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private LinkConditions conditions;
  private int cuts;
  private int storms;
  private int noises;
  private int holds;
  private boolean calm;
  private final List<Runnable> held = new ArrayList<>();
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

  /** Nothing arrives until as many holds are released, and nothing is lost by that. */
  public void hold() {
    holds++;
  }

  public void release() {
    holds--;
    letGo();
  }

  private boolean isHeld() {
    return holds > 0 && !calm;
  }

  private void letGo() {
    if (!isHeld()) {
      held.forEach(this::arriveSoon);
      held.clear();
    }
  }

  private void arriveSoon(Runnable arrival) {
    arriveAt(scheduler.now() + random.nextLong(1, SOON_NANOS_MAX), arrival);
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

  /** When the last message arrives that is under way, and with it all that waits behind it. */
  long lastArrivalNanos() {
    return lastArrival;
  }

  void calm() {
    conditions = conditions.calm();
    calm = true;
    letGo();
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
    if (isHeld()) {
      held.add(arrival);
      return;
    }
    long delay = random.nextLong(1 + now.delayNanos() / 4, 2 + now.delayNanos());
    if (random.nextDouble() < now.tailShare()) {
      delay += random.nextLong(1 + now.tailNanos());
    }
    arriveAt(scheduler.now() + delay, arrival);
  }

  private void arriveAt(long at, Runnable arrival) {
    lastArrival = conditions.ordered() ? Math.max(at, lastArrival) : at;
    scheduler.at(lastArrival, arrival);
  }
}
