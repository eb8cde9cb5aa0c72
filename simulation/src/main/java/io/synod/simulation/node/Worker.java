package io.synod.simulation.node;

import java.util.ArrayDeque;
import java.util.SplittableRandom;

/** A thread that does one thing after the other, each in its own time. */
public final class Worker {
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final long nanosMax;
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
  private long slowNanos;

  public Worker(SimulatedProcess process, SplittableRandom random, long nanosMax) {
    this.process = process;
    this.random = random;
    this.nanosMax = nanosMax;
  }

  public void add(Runnable work) {
    queue.add(work);
    if (queue.size() == 1) {
      begin();
    }
  }

  /** Everything takes this much longer from now on. */
  public void slowDown(long nanos) {
    slowNanos = nanos;
  }

  /** What is under way included. */
  int size() {
    return queue.size();
  }

  private void begin() {
    process.after(slowNanos + random.nextLong(1 + nanosMax), this::finish);
  }

  private void finish() {
    queue.peek().run();
    queue.poll();
    if (!queue.isEmpty()) {
      begin();
    }
  }
}
