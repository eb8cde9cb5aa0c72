package io.synod.simulation.node;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.storage.StorageFailed;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** Runs what a replica does, until it is paused or killed, as SIGSTOP and SIGKILL would. */
final class SimulatedProcess {
  private final Scheduler scheduler;
  private final Consumer<StorageFailed> onFailure;
  private final ArrayDeque<Runnable> backlog = new ArrayDeque<>();
  private boolean alive = true;
  private int pauses;

  /**
   * @param onFailure is told when the disk has failed in the middle of something
   */
  SimulatedProcess(Scheduler scheduler, Consumer<StorageFailed> onFailure) {
    this.scheduler = scheduler;
    this.onFailure = onFailure;
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
      runNow(action);
    }
  }

  private void runNow(Runnable action) {
    try {
      action.run();
    } catch (StorageFailed failure) {
      onFailure.accept(failure);
    }
  }

  void pause() {
    pauses++;
  }

  void resume() {
    pauses--;
    while (pauses == 0 && !backlog.isEmpty()) {
      runNow(backlog.poll());
    }
  }

  void kill() {
    alive = false;
    backlog.clear();
  }
}
