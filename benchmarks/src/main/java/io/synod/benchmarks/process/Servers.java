package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import io.synod.process.ProcessFailure;
import io.synod.process.Program;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a load is measured against; one of them does the clients' work. */
public interface Servers extends AutoCloseable {
  /** From the start of a process until it listens, and until a leader is known. */
  Duration START_PATIENCE = Duration.ofSeconds(30);

  Target target();

  /** What loads them: a process of {@link LoadProcess#run}. */
  default Program load() {
    return new Program(LoadProcess.class, List.of());
  }

  /** Those that this process has started, and that must not end while it measures. */
  List<Child> processes();

  /**
   * Waits until somebody does the clients' work: the leader of a cluster.
   *
   * @throws ProcessFailure if nobody does for long
   */
  void awaitLeader() throws InterruptedException;

  /** What these servers have used so far. */
  Costs costs() throws InterruptedException;

  /** What all replicas tell of themselves, in their order; empty where nobody can be asked. */
  default List<Map<String, Object>> statuses() throws InterruptedException {
    return List.of();
  }

  /**
   * What all replicas tell while one of them leads: in an election they are asked again. Empty
   * where nobody can be asked.
   *
   * @throws ProcessFailure if nobody leads for long
   */
  default List<Map<String, Object>> ledStatuses() throws InterruptedException {
    long end = System.nanoTime() + START_PATIENCE.toNanos();
    List<Map<String, Object>> statuses = statuses();
    while (!statuses.isEmpty() && !ClusterStatus.areLed(statuses)) {
      if (System.nanoTime() > end) {
        throw new ProcessFailure("no replica leads for long");
      }
      awaitLeader();
      statuses = statuses();
    }
    return statuses;
  }

  /** Requests refused with BUSY since the start, by all replicas that tell it. */
  default long busy() throws InterruptedException {
    return statuses().stream().mapToLong(status -> ClusterStatus.number(status, "busy")).sum();
  }

  /** What the leader's journal has done since its start; nothing where nobody tells it. */
  default JournalUse journal() throws InterruptedException {
    List<Map<String, Object>> statuses = ledStatuses();
    if (statuses.isEmpty()) {
      return JournalUse.NONE;
    }
    Map<?, ?> storage = (Map<?, ?>) ClusterStatus.leader(statuses).get("storage");
    return new JournalUse(
        ClusterStatus.number(storage, "journalSyncs"),
        ClusterStatus.number(storage, "journalBytes"));
  }

  @Override
  void close();
}
