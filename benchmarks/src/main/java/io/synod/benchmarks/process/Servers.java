package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import io.synod.process.ProcessFailure;
import io.synod.process.Program;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The target of a load; one of its processes serves the clients. */
public interface Servers extends AutoCloseable {
  /** The timeout for a process to listen, and for a leader to be known. */
  Duration START_PATIENCE = Duration.ofSeconds(60);

  Target target();

  /** The program of the load: a process of {@link LoadProcess#run}. */
  default Program load() {
    return new Program(LoadProcess.class, List.of());
  }

  /** The processes that this process has started, and that must not end while it measures. */
  List<Child> processes();

  /**
   * Waits until a process serves the clients: the leader of a cluster.
   *
   * @throws ProcessFailure if there is none for a long time
   */
  void awaitLeader() throws InterruptedException;

  /** The resource use of these servers so far. */
  Costs costs() throws InterruptedException;

  /** The status of all replicas, in their order; empty if they cannot be asked. */
  default List<Map<String, Object>> statuses() throws InterruptedException {
    return List.of();
  }

  /**
   * The status of all replicas while one of them leads; asks again during an election. Empty if
   * they cannot be asked.
   *
   * @throws ProcessFailure if no replica leads for a long time
   */
  default List<Map<String, Object>> ledStatuses() throws InterruptedException {
    long end = System.nanoTime() + START_PATIENCE.toNanos();
    List<Map<String, Object>> statuses = statuses();
    while (!statuses.isEmpty() && !ClusterStatus.areLed(statuses)) {
      if (System.nanoTime() > end) {
        throw new ProcessFailure("no replica leads for a long time");
      }
      awaitLeader();
      statuses = statuses();
    }
    return statuses;
  }

  @Override
  void close();
}
