package io.synod.network.transport;

import java.util.concurrent.ThreadFactory;

/** Gives the only thread of a group exactly the group's name, without a number behind it. */
record NamedThreads(ThreadFactory threads, String name) implements ThreadFactory {

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = threads.newThread(task);
    thread.setName(name);
    return thread;
  }
}
