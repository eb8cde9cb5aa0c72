package io.synod.simulation.host;

import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * One thread of a process. It runs its tasks in order, each at a random time after it was
 * submitted. A task may sleep: other threads continue, and this thread's tasks wait.
 */
public final class SimulatedThread {
  private final SimulatedHost host;
  private final String name;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private boolean busy;
  private long lastNanos;

  public SimulatedThread(SimulatedHost host, String name) {
    this.host = host;
    this.name = name;
  }

  boolean isCurrent() {
    return host.running().thread() == this;
  }

  /** Runs {@code task} after those that were submitted before. */
  public void soon(Runnable task) {
    long at = host.scheduler().now() + host.delayNanos();
    lastNanos = Math.max(lastNanos, at);
    host.at(lastNanos, () -> run(task));
  }

  /** Runs {@code task} at a virtual time, or when the thread is free then. */
  void at(long timeNanos, Runnable task) {
    host.at(Math.max(host.scheduler().now(), timeNanos), () -> run(task));
  }

  private void run(Runnable task) {
    if (busy) {
      waiting.add(task);
      return;
    }
    busy = true;
    host.running().set(this);
    try {
      task.run();
    } finally {
      host.running().set(null);
      busy = false;
    }
    if (!waiting.isEmpty() && host.isAlive()) {
      Runnable next = waiting.poll();
      host.at(host.scheduler().now(), () -> run(next));
    }
  }

  /** Blocks while other threads continue. */
  public void sleep(long nanos) {
    long end = host.scheduler().now() + nanos;
    if (host.scheduler().isBefore(end) || host.isPaused()) {
      sleep(wake -> host.at(end, wake));
    } else {
      host.scheduler().advance(end);
    }
  }

  /** Blocks until the future is complete, while other threads continue. */
  void await(Future<?> end) {
    if (!end.isDone()) {
      sleep(wake -> end.addListener(done -> wake.run()));
    }
  }

  /**
   * @param prepare receives the action that wakes this thread
   */
  private void sleep(Consumer<Runnable> prepare) {
    Carriers.Sleep sleep = host.running().carriers().new Sleep();
    host.running().set(null);
    host.sleeps(sleep);
    prepare.accept(() -> host.wake(sleep));
    sleep.await();
    if (!host.isAlive()) {
      throw new ProcessKilled();
    }
    host.running().set(this);
  }

  @Override
  public String toString() {
    return name;
  }
}
