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
 * has ended.
 */
public final class SimulatedHost {
  private final Scheduler scheduler;
  private final Threads.Running running;
  private final SkewedClock clock;
  private final SplittableRandom random;
  private final long delayNanosMax;

  // Null if its threads' work takes no time.
  private final Processors processors;
  private final Consumer<Throwable> onFailure;
  private final ArrayDeque<Runnable> paused = new ArrayDeque<>();
  private final List<Runnable> ends = new ArrayList<>();

  // The sleeps of its threads, in the order in which they began.
  private final Set<Carriers.Sleep> sleeps = new LinkedHashSet<>();
  private boolean alive = true;
  private int pauses;

  // How far its wall clock was set ahead.
  private long clockSetMillis;

  /**
   * @param random of the times at which threads run
   * @param delayNanosMax until a woken thread runs, and between two of its tasks
   * @param processors of its threads; null if their work takes no time
   * @param onFailure receives uncaught exceptions of threads
   */
  SimulatedHost(
      Scheduler scheduler,
      Threads.Running running,
      SkewedClock clock,
      SplittableRandom random,
      long delayNanosMax,
      Processors processors,
      Consumer<Throwable> onFailure) {
    this.scheduler = scheduler;
    this.running = running;
    this.clock = clock;
    this.random = random;
    this.delayNanosMax = delayNanosMax;
    this.processors = processors;
    this.onFailure = onFailure;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  Threads.Running running() {
    return running;
  }

  /** Null if the work of its threads takes no time. */
  Processors processors() {
    return processors;
  }

  /** The running task costs {@code nanos} more of a processor. */
  public void spend(long nanos) {
    if (processors != null && running.thread() != null) {
      running.thread().spend(nanos);
    }
  }

  /** The running task reads {@code bytes} from a socket, or writes them to one. */
  void spendOnCall(int bytes) {
    if (processors != null) {
      spend(processors.costs().ofCall(bytes));
    }
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

  /** The wall-clock time of the process. */
  public long currentTimeMillis() {
    return clock.wallMillis(scheduler.now()) + clockSetMillis;
  }

  /** Sets the wall clock ahead of its normal time. */
  public void setClock(long aheadMillis) {
    clockSetMillis = aheadMillis;
  }

  /** Blocks the running thread; the other threads continue. */
  public void sleep(long nanos) {
    running.thread().sleep(nanos);
  }

  /**
   * Keeps the stack of the caller, while all else goes on, until it is woken or the process is
   * killed.
   *
   * @param prepare receives the action that wakes it
   */
  void sleep(Consumer<Runnable> prepare) {
    SimulatedThread thread = running.thread();
    Carriers.Sleep sleep = running.carriers().new Sleep();
    running.set(null);
    sleeps.add(sleep);
    prepare.accept(() -> wake(sleep));
    boolean isWoken = sleep.await();
    if (!isWoken || !alive) {
      throw new ProcessKilled();
    }
    running.set(thread);
  }

  private void wake(Carriers.Sleep sleep) {
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

  /** Runs {@code action} at a virtual time, unless the process has ended by then. */
  void at(long timeNanos, Runnable action) {
    scheduler.at(timeNanos, new Step(this, action));
  }

  // Not a lambda: tests run with the first compiler, whose code creates one for each event by a
  // slow call.
  private record Step(SimulatedHost host, Runnable action) implements Runnable {
    @Override
    public void run() {
      host.run(action);
    }
  }

  /** Runs it now, or once the process is resumed; never after its end. */
  private void run(Runnable action) {
    if (pauses > 0 && alive) {
      paused.add(action);
    } else {
      guarded(action);
    }
  }

  /** Reports what {@code action} throws, unless the process is killed in it. */
  void guarded(Runnable action) {
    if (!alive) {
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
   * Reports a failure of this process. It is not thrown, since Netty catches the exceptions of its
   * handlers and timers.
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
    // One at a time, since a sleeping one may wait for another.
    while (pauses == 0 && !paused.isEmpty()) {
      at(scheduler.now(), paused.poll());
    }
  }

  /** Runs when the process is killed, as its operating system's clean-up. */
  void onEnd(Runnable end) {
    ends.add(end);
  }

  /** As SIGKILL: ends all its threads. */
  public void kill() {
    alive = false;
    paused.clear();
    sleeps.forEach(Carriers.Sleep::wake);
    sleeps.clear();
    ends.forEach(Runnable::run);
    ends.clear();
  }
}
