package io.synod.simulation.node;

import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayDeque;

/** Runs what a replica does, until it is paused or killed, as SIGSTOP and SIGKILL would. */
final class SimulatedProcess {
  private final Scheduler scheduler;
  private final ArrayDeque<Runnable> backlog = new ArrayDeque<>();
  private boolean alive = true;
  private int pauses;

  SimulatedProcess(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  boolean isAlive() {
    return alive;
  }

  void after(long delayNanos, Runnable action) {
    scheduler.after(delayNanos, () -> run(action));
  }

  void at(long timeNanos, Runnable action) {
    scheduler.at(timeNanos, () -> run(action));
  }

  /** Runs {@code action}; once it goes on, if it is paused; never, if it is dead. */
  void run(Runnable action) {
    if (!alive) {
      return;
    }
    if (pauses > 0) {
      backlog.add(action);
    } else {
      action.run();
    }
  }

  void pause() {
    pauses++;
  }

  void resume() {
    pauses--;
    while (pauses == 0 && !backlog.isEmpty()) {
      backlog.poll().run();
    }
  }

  void kill() {
    alive = false;
    backlog.clear();
  }
}
