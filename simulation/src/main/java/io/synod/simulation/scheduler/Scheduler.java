package io.synod.simulation.scheduler;

/**
 * Virtual time. Runs one task after the other, by time and, at equal times, in the order in which
 * they were scheduled. The order depends on nothing else.
 */
public final class Scheduler {
  private final TaskHeap tasks = new TaskHeap();
  // Invariant: now <= time of every task.
  private long now;
  private long scheduled;
  private long run;
  private long runMax = Long.MAX_VALUE;

  /** After {@code most} tasks no further one runs. */
  public void limit(long most) {
    runMax = most;
  }

  /** Virtual nanoseconds since the start. */
  public long now() {
    return now;
  }

  /** Tasks run so far. */
  public long run() {
    return run;
  }

  public void after(long delayNanos, Runnable action) {
    at(now + delayNanos, action);
  }

  public void at(long timeNanos, Runnable action) {
    if (timeNanos < now) {
      throw new IllegalArgumentException(
          "a task at %d ns is before now, %d ns".formatted(timeNanos, now));
    }
    tasks.add(new ScheduledTask(timeNanos, scheduled++, action));
  }

  /** Runs the next task; false if there is none. */
  public boolean runNext() {
    if (tasks.isEmpty() || run == runMax) {
      return false;
    }
    ScheduledTask task = tasks.poll();
    now = task.timeNanos();
    run++;
    task.action().run();
    return true;
  }

  /** Whether a task is due before {@code timeNanos}. */
  public boolean isBefore(long timeNanos) {
    return !tasks.isEmpty() && tasks.first().timeNanos() < timeNanos;
  }

  /** Lets time pass up to {@code timeNanos}, before which no task may be due; never goes back. */
  public void advance(long timeNanos) {
    if (isBefore(timeNanos)) {
      throw new IllegalStateException("a task is due before " + timeNanos + " ns");
    }
    now = Math.max(now, timeNanos);
  }
}
