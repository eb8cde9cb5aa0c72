package io.synod.network.transport;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Names the threads of one group: a single one like the group, several with a number after its
 * name.
 */
final class NamedThreads implements ThreadFactory {
  private final ThreadFactory threads;
  private final String name;
  private final boolean numbered;
  private final AtomicInteger created = new AtomicInteger();

  NamedThreads(ThreadFactory threads, String name, boolean numbered) {
    this.threads = threads;
    this.name = name;
    this.numbered = numbered;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = threads.newThread(task);
    thread.setName(numbered ? name + "-" + created.incrementAndGet() : name);
    return thread;
  }
}
