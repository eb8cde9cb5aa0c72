package io.synod.simulation.node;

import java.util.ArrayDeque;
import java.util.SplittableRandom;

/** A thread that does one thing after the other, each in its own time. */
public final class Worker {
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final long nanosMax;
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();

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

  private void begin() {
    process.after(random.nextLong(1 + nanosMax), this::finish);
  }

  private void finish() {
    queue.peek().run();
    queue.poll();
    if (!queue.isEmpty()) {
      begin();
    }
  }
}
