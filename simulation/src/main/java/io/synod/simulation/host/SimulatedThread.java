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
    SimulatedThread before = host.running().thread();
    host.running().set(this);
    try {
      task.run();
    } finally {
      host.running().set(before);
      busy = false;
    }
    if (!waiting.isEmpty() && host.isAlive()) {
      Runnable next = waiting.poll();
      host.at(host.scheduler().now(), () -> run(next));
    }
  }

  /**
   * Stands still while everything else goes on. As threads of other processes may sleep at the same
   * time, it may take longer: those that began later end first.
   */
  public void sleep(long nanos) {
    long end = host.scheduler().now() + nanos;
    host.running().set(null);
    while (host.isAlive()
        && (host.scheduler().isBefore(end) || host.isPaused())
        && host.scheduler().runNext()) {
      // One event after the other, until the time has come.
    }
    if (!host.isAlive()) {
      throw new ProcessKilled();
    }
    host.scheduler().advance(end);
    host.running().set(this);
  }

  @Override
  public String toString() {
    return name;
  }
}
