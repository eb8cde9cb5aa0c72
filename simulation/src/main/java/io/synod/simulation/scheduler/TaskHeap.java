package io.synod.simulation.scheduler;

import java.util.Arrays;

/**
 * The tasks that are scheduled, the first one on top. Every event of a simulation goes through it,
 * so it compares two tasks without a call through an interface, as {@code PriorityQueue} makes it.
 */
final class TaskHeap {
  private static final int BRANCHES = 4;
  private static final int FIRST_SIZE = 256;

  // Invariant: no task is before its parent, the one at (place - 1) / BRANCHES.
  private ScheduledTask[] tasks = new ScheduledTask[FIRST_SIZE];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** The next task; there must be one. */
  ScheduledTask first() {
    return tasks[0];
  }

  void add(ScheduledTask task) {
    if (size == tasks.length) {
      tasks = Arrays.copyOf(tasks, 2 * size);
    }
    int place = size++;
    while (place > 0) {
      int parent = (place - 1) / BRANCHES;
      if (!task.isBefore(tasks[parent])) {
        break;
      }
      tasks[place] = tasks[parent];
      place = parent;
    }
    tasks[place] = task;
  }

  /** Removes and returns the next task; there must be one. */
  ScheduledTask poll() {
    ScheduledTask first = tasks[0];
    ScheduledTask last = tasks[--size];
    tasks[size] = null;
    if (size > 0) {
      sink(last);
    }
    return first;
  }

  /** Puts {@code task} in the place of the first one, and then below those before it. */
  private void sink(ScheduledTask task) {
    int place = 0;
    int child = 1;
    while (child < size) {
      int least = child;
      for (int next = child + 1; next < Math.min(child + BRANCHES, size); next++) {
        least = tasks[next].isBefore(tasks[least]) ? next : least;
      }
      if (!tasks[least].isBefore(task)) {
        break;
      }
      tasks[place] = tasks[least];
      place = least;
      child = BRANCHES * place + 1;
    }
    tasks[place] = task;
  }
}
