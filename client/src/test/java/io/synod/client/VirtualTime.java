package io.synod.client;

import java.util.PriorityQueue;

/** A clock that jumps from one scheduled task to the next; equal times keep their order. */
final class VirtualTime {
  private record Task(long at, long number, Runnable body) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(
          (a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.number, b.number));
  private long now;
  private long number;

  long now() {
    return now;
  }

  void at(long time, Runnable body) {
    tasks.add(new Task(Math.max(now, time), number++, body));
  }

  void after(long nanos, Runnable body) {
    at(now + nanos, body);
  }

  /** Runs everything that is due before {@code end}, which then is the time. */
  void runUntil(long end) {
    while (!tasks.isEmpty() && tasks.peek().at < end) {
      Task task = tasks.poll();
      now = task.at;
      task.body.run();
    }
    now = end;
  }
}
