package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import java.util.List;

/**
 * Servers that nobody asks anything while they are measured: where a replica has few milliseconds
 * of CPU time a second, to tell its status is work that counts. The leader is the one that led
 * before.
 */
public final class QuietServers implements ChildServers {
  private final Target target;
  private final List<Child> processes;
  private final Child leader;

  /** Waits until somebody leads. */
  public QuietServers(ChildServers servers) throws InterruptedException {
    target = servers.target();
    leader = servers.leader();
    processes = servers.processes();
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public List<Child> processes() {
    return processes;
  }

  @Override
  public Child leader() {
    return leader;
  }

  @Override
  public void close() {
    // They are ended by who has started them.
  }
}
