package io.synod.simulation.host;

import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayDeque;

/**
 * The processors of one machine, shared by the threads of its processes. A task runs when one of
 * them is free, and keeps it for what the task costs. Waiting tasks run in the order in which they
 * came.
 */
public final class Processors {
  private final Scheduler scheduler;
  private final ProcessorCosts costs;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private int free;

  public Processors(Scheduler scheduler, int processors, ProcessorCosts costs) {
    this.scheduler = scheduler;
    this.free = processors;
    this.costs = costs;
  }

  ProcessorCosts costs() {
    return costs;
  }

  /** Runs {@code task}, which ends with {@link #release}, when a processor is free. */
  void acquire(Runnable task) {
    if (free == 0) {
      waiting.add(task);
    } else {
      free--;
      task.run();
    }
  }

  /** A task has run that keeps its processor for {@code nanos}. */
  void release(long nanos) {
    scheduler.after(nanos, this::released);
  }

  private void released() {
    Runnable next = waiting.poll();
    if (next == null) {
      free++;
    } else {
      next.run();
    }
  }
}
