package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.process.ProcessFailure;

/** Servers that this process has started. */
public interface ChildServers extends Servers {

  /**
   * The process that serves the clients: the leader of a cluster. Waits until there is one.
   *
   * @throws ProcessFailure if there is none for a long time
   */
  Child leader() throws InterruptedException;

  @Override
  default void awaitLeader() throws InterruptedException {
    leader();
  }

  @Override
  default Costs costs() throws InterruptedException {
    return Costs.of(this);
  }
}
