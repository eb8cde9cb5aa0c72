package io.synod.simulation.scheduler;

/**
 * A task of the {@link Scheduler}.
 *
 * @param order of the tasks with the same time
 */
record ScheduledTask(long timeNanos, long order, Runnable action) {

  boolean isBefore(ScheduledTask other) {
    return timeNanos < other.timeNanos || timeNanos == other.timeNanos && order < other.order;
  }
}
