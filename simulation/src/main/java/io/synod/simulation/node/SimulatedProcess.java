package io.synod.simulation.node;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.storage.StorageFailed;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** Runs what a replica does, until it is paused or killed, as SIGSTOP and SIGKILL would. */
public final class SimulatedProcess {
  private final Scheduler scheduler;
  private final Consumer<StorageFailed> onFailure;
  private final ArrayDeque<Runnable> backlog = new ArrayDeque<>();
  private boolean alive = true;
  private int pauses;

  /**
   * @param onFailure is told when the disk has failed in the middle of something
   */
  public SimulatedProcess(Scheduler scheduler, Consumer<StorageFailed> onFailure) {
    this.scheduler = scheduler;
    this.onFailure = onFailure;
  }

  public boolean isAlive() {
    return alive;
  }

  public void after(long delayNanos, Runnable action) {
    scheduler.after(delayNanos, () -> run(action));
  }

  public void at(long timeNanos, Runnable action) {
    scheduler.at(timeNanos, () -> run(action));
  }

  /** Runs {@code action}; once it goes on, if it is paused; never, if it is dead. */
  public void run(Runnable action) {
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

  public void pause() {
    pauses++;
  }

  public void resume() {
    pauses--;
    while (pauses == 0 && !backlog.isEmpty()) {
      runNow(backlog.poll());
    }
  }

  public void kill() {
    alive = false;
    backlog.clear();
  }
}
