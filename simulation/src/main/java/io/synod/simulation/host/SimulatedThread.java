package io.synod.simulation.host;

import java.util.ArrayDeque;

/**
 * One thread of a process: runs one task at a time, each a drawn moment after it was asked for, in
 * their order. A task may sleep: everything else goes on meanwhile, and this thread's tasks wait.
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

  /** Runs {@code task} after those that were asked for before. */
  void soon(Runnable task) {
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

  /** Stands still while everything else goes on. */
  public void sleep(long nanos) {
    long end = host.scheduler().now() + nanos;
    if (host.scheduler().isBefore(end) || host.isPaused()) {
      Carriers.Sleep sleep = host.running().carriers().new Sleep();
      host.running().set(null);
      host.sleeps(sleep, end);
      sleep.await();
      if (!host.isAlive()) {
        throw new ProcessKilled();
      }
      host.running().set(this);
    } else {
      host.scheduler().advance(end);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
