package io.synod.simulation.network;

import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One direction between two ends, or the counterpart of the paths between two machines. */
public final class Wire implements Disturbed {
  private static final long SOON_NANOS_MAX = 100_000;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private LinkConditions conditions;
  private int cuts;
  private int storms;
  private int noises;
  private int holds;

  // The number of the paths' cuts that are holds.
  private int heldPaths;
  private boolean calm;
  private final List<Runnable> held = new ArrayList<>();
  private final List<Disturbed> paths = new ArrayList<>();
  private long lastArrival;

  Wire(Scheduler scheduler, SplittableRandom random, LinkConditions conditions) {
    this.scheduler = scheduler;
    this.random = random;
    this.conditions = conditions;
  }

  /** Applies the faults of this wire also to {@code path}. */
  public void disturbs(Disturbed path) {
    paths.add(path);
  }

  @Override
  public void cut() {
    paths.forEach(Disturbed::cut);
    cuts++;
  }

  @Override
  public void mend() {
    paths.forEach(Disturbed::mend);
    cuts--;
  }

  /** Delays all arrivals until as many holds are released; nothing is lost. */
  public void hold() {
    holds++;
    if (!calm) {
      heldPaths++;
      paths.forEach(Disturbed::cut);
    }
  }

  public void release() {
    holds--;
    releasePath();
    letGo();
  }

  private void releasePath() {
    if (heldPaths > 0) {
      heldPaths--;
      paths.forEach(Disturbed::mend);
    }
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

  @Override
  public void beginStorm() {
    paths.forEach(Disturbed::beginStorm);
    storms++;
  }

  @Override
  public void endStorm() {
    paths.forEach(Disturbed::endStorm);
    storms--;
  }

  @Override
  public void beginNoise() {
    paths.forEach(Disturbed::beginNoise);
    noises++;
  }

  @Override
  public void endNoise() {
    paths.forEach(Disturbed::endNoise);
    noises--;
  }

  boolean isNoisy() {
    return noises > 0;
  }

  /** The time of the last arrival of messages in flight, and of all that wait behind them. */
  long lastArrivalNanos() {
    return lastArrival;
  }

  void calm() {
    conditions = conditions.calm();
    calm = true;
    while (heldPaths > 0) {
      releasePath();
    }
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
