package io.synod.simulation.host;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One process, from its start to its end: its threads, its clock, and whether it runs, is paused or
 * is gone.
 */
public final class SimulatedHost {
  private final Scheduler scheduler;
  private final Threads.Running running;
  private final SkewedClock clock;
  private final SplittableRandom random;
  private final long delayNanosMax;
  private final Consumer<Throwable> onFailure;
  private final ArrayDeque<Runnable> paused = new ArrayDeque<>();
  private final List<Runnable> ends = new ArrayList<>();

  // Of its threads, in the order in which they began.
  private final Set<Carriers.Sleep> sleeps = new LinkedHashSet<>();
  private boolean alive = true;
  private int pauses;

  // By so much its wall clock was set.
  private long clockSetMillis;

  /**
   * @param random of the moments at which threads run
   * @param delayNanosMax until a thread that was woken runs, and between two of its tasks
   * @param onFailure receives what a thread has thrown and nothing has caught
   */
  SimulatedHost(
      Scheduler scheduler,
      Threads.Running running,
      SkewedClock clock,
      SplittableRandom random,
      long delayNanosMax,
      Consumer<Throwable> onFailure) {
    this.scheduler = scheduler;
    this.running = running;
    this.clock = clock;
    this.random = random;
    this.delayNanosMax = delayNanosMax;
    this.onFailure = onFailure;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  Threads.Running running() {
    return running;
  }

  public SplittableRandom random() {
    return random;
  }

  public boolean isAlive() {
    return alive;
  }

  boolean isPaused() {
    return pauses > 0;
  }

  /** By the process's own clock, as {@link System#nanoTime}. */
  public long nanoTime() {
    return clock.nanos(scheduler.now());
  }

  /** What the process takes for the time of day. */
  public long currentTimeMillis() {
    return clock.wallMillis(scheduler.now()) + clockSetMillis;
  }

  /** The wall clock is set: it is ahead by so much of what it would be. */
  public void setClock(long aheadMillis) {
    clockSetMillis = aheadMillis;
  }

  /** The thread that runs stands still; everything else goes on. */
  public void sleep(long nanos) {
    running.thread().sleep(nanos);
  }

  /** A thread of this process sleeps until it is woken, or until the process is killed. */
  void sleeps(Carriers.Sleep sleep) {
    sleeps.add(sleep);
  }

  void wake(Carriers.Sleep sleep) {
    sleeps.remove(sleep);
    sleep.wake();
  }

  /** The virtual time at which the process's clock has reached {@code nanos}. */
  long virtual(long nanos) {
    return clock.virtual(nanos);
  }

  long delayNanos() {
    return random.nextLong(1 + delayNanosMax);
  }

  /** Lets {@code action} happen at a virtual time, unless the process is gone by then. */
  void at(long timeNanos, Runnable action) {
    scheduler.at(timeNanos, () -> run(action));
  }

  /** Now, or once the process goes on; never, if it is gone. */
  private void run(Runnable action) {
    if (!alive) {
      return;
    }
    if (pauses > 0) {
      paused.add(action);
      return;
    }
    try {
      action.run();
    } catch (ProcessKilled unwound) {
      return;
    } catch (RuntimeException | Error failure) {
      onFailure.accept(failure);
    }
  }

  /**
   * Something is wrong with this process. Told here, not thrown: Netty catches what its handlers
   * and timers throw.
   */
  public void fails(Throwable reason) {
    onFailure.accept(reason);
  }

  /** As SIGSTOP. */
  public void pause() {
    pauses++;
  }

  /** As SIGCONT. */
  public void resume() {
    pauses--;
    // Each by itself: one that sleeps may wait for another.
    while (pauses == 0 && !paused.isEmpty()) {
      at(scheduler.now(), paused.poll());
    }
  }

  /** Runs when the process is killed: what its operating system does then. */
  void onEnd(Runnable end) {
    ends.add(end);
  }

  /** As SIGKILL: nothing of it runs any more. */
  public void kill() {
    alive = false;
    paused.clear();
    sleeps.forEach(Carriers.Sleep::wake);
    sleeps.clear();
    ends.forEach(Runnable::run);
    ends.clear();
  }
}
