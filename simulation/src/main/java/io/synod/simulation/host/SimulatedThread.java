package io.synod.simulation.host;

import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
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

  // Of the host's processors, and what its task has cost since it has that one.
  private boolean hasProcessor;
  private long spentNanos;

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
    host.at(lastNanos, new Task(this, task));
  }

  /** Runs {@code task} at a virtual time, or when the thread is free then. */
  void at(long timeNanos, Runnable task) {
    host.at(Math.max(host.scheduler().now(), timeNanos), new Task(this, task));
  }

  /** As {@link SimulatedHost}'s steps, not a lambda. */
  private record Task(SimulatedThread thread, Runnable action) implements Runnable {
    @Override
    public void run() {
      thread.run(action);
    }
  }

  private void run(Runnable task) {
    if (busy) {
      waiting.add(task);
      return;
    }
    busy = true;
    Processors processors = host.processors();
    if (processors != null) {
      processors.acquire(() -> perform(task, processors));
      return;
    }
    try {
      perform(task);
    } finally {
      busy = false;
    }
    next();
  }

  private void perform(Runnable task) {
    host.running().set(this);
    try {
      task.run();
    } finally {
      host.running().set(null);
    }
  }

  /** The effects of a task come when it begins; the next one waits until its cost has passed. */
  private void perform(Runnable task, Processors processors) {
    hasProcessor = true;
    spentNanos = host.isAlive() ? processors.costs().taskNanos() : 0;
    try {
      host.guarded(() -> perform(task));
    } finally {
      long cost = spentNanos;
      release(processors);
      host.at(host.scheduler().now() + cost, this::ended);
    }
  }

  private void ended() {
    busy = false;
    next();
  }

  private void next() {
    if (!waiting.isEmpty() && host.isAlive()) {
      Runnable next = waiting.poll();
      host.at(host.scheduler().now(), new Task(this, next));
    }
  }

  /** The task of this thread costs {@code nanos} more. */
  void spend(long nanos) {
    spentNanos += nanos;
  }

  private void release(Processors processors) {
    if (hasProcessor) {
      hasProcessor = false;
      processors.release(spentNanos);
      spentNanos = 0;
    }
  }

  /** Blocks while other threads continue. */
  public void sleep(long nanos) {
    long end = host.scheduler().now() + nanos;
    if (host.scheduler().isBefore(end) || host.isPaused() || host.processors() != null) {
      sleep(wake -> host.at(end, wake));
    } else {
      host.scheduler().advance(end);
    }
  }

  /** Blocks until the future is complete, while other threads continue. */
  void await(Future<?> end) {
    await(end, Long.MAX_VALUE);
  }

  /**
   * Blocks until the future is complete, for {@code nanosMax} at most.
   *
   * @return whether it is complete
   */
  boolean await(Future<?> end, long nanosMax) {
    if (!end.isDone()) {
      await(wake -> end.addListener(done -> wake.run()), nanosMax);
    }
    return end.isDone();
  }

  /** The same for a future of the JDK. */
  boolean await(CompletableFuture<?> end, long nanosMax) {
    if (!end.isDone()) {
      await(wake -> end.whenComplete((result, failure) -> wake.run()), nanosMax);
    }
    return end.isDone();
  }

  private void await(Consumer<Runnable> prepare, long nanosMax) {
    long now = host.scheduler().now();
    sleep(
        wake -> {
          prepare.accept(wake);
          if (nanosMax < Long.MAX_VALUE - now) {
            host.at(now + nanosMax, wake);
          }
        });
  }

  /**
   * @param prepare receives the action that wakes this thread
   */
  private void sleep(Consumer<Runnable> prepare) {
    Processors processors = host.processors();
    if (processors == null) {
      host.sleep(prepare);
      return;
    }
    release(processors);
    host.sleep(prepare);
    host.sleep(
        wake ->
            processors.acquire(
                () -> {
                  hasProcessor = host.isAlive();
                  if (hasProcessor) {
                    wake.run();
                  } else {
                    processors.release(0);
                  }
                }));
  }

  @Override
  public String toString() {
    return name;
  }
}
