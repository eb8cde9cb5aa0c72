package io.synod.simulation.scheduler;

import java.util.PriorityQueue;

/**
 * Virtual time. Runs one task after the other, by time and, at equal times, in the order in which
 * they were scheduled. The order depends on nothing else.
 */
public final class Scheduler {
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
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
    tasks.add(new Task(timeNanos, scheduled++, action));
  }

  /** Runs the next task; false if there is none. */
  public boolean runNext() {
    if (tasks.isEmpty() || run == runMax) {
      return false;
    }
    Task task = tasks.poll();
    now = task.timeNanos;
    run++;
    task.action.run();
    return true;
  }

  /** Whether a task is due before {@code timeNanos}. */
  public boolean isBefore(long timeNanos) {
    Task next = tasks.peek();
    return next != null && next.timeNanos < timeNanos;
  }

  /** Lets time pass up to {@code timeNanos}, before which no task may be due; never goes back. */
  public void advance(long timeNanos) {
    if (isBefore(timeNanos)) {
      throw new IllegalStateException("a task is due before " + timeNanos + " ns");
    }
    now = Math.max(now, timeNanos);
  }

  private record Task(long timeNanos, long order, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      int byTime = Long.compare(timeNanos, other.timeNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}
