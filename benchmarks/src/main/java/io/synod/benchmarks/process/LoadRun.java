package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One load process against some servers, with what all of them use while it measures. */
public final class LoadRun {
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  private final Servers servers;
  private final Child load;
  private final List<Child> processes;

  private LoadRun(Servers servers, Child load) {
    this.servers = servers;
    this.load = load;
    this.processes = new ArrayList<>(servers.processes());
    this.processes.add(load);
  }

  /**
   * Waits for a leader, starts the load, follows it to its end and ends it.
   *
   * @throws ProcessFailure if the load or a server ends, or there is no leader for long
   */
  public static Measured measure(
      Children children, Servers servers, Load load, Span span, LoadListener listener)
      throws InterruptedException {
    servers.leader();
    Child process =
        children.start("load", servers.load(), LoadArguments.of(servers.target(), load, span));
    try {
      return new LoadRun(servers, process).follow(listener);
    } finally {
      children.end(List.of(process));
    }
  }

  private Measured follow(LoadListener listener) throws InterruptedException {
    await(ChildLines.MEASURING, listener);
    Map<Child, Usage> before = usages();
    long busyBefore = servers.busy();
    Child leaderBefore = servers.leader();
    JournalUse journalBefore = servers.journal();
    listener.onMeasuring();
    await(ChildLines.MEASURED, listener);
    Map<Child, Usage> after = usages();
    listener.onMeasured();
    JournalUse journal = servers.journal().since(journalBefore);
    LoadResult result = ResultText.parse(await(ChildLines.RESULT, listener));
    Child leader = servers.leader();
    return new Measured(
        result,
        cpuNanos(after) - cpuNanos(before),
        after.get(leader).cpuNanos() - before.get(leader).cpuNanos(),
        residentBytesPeak(after),
        servers.busy() - busyBefore,
        journal,
        leader != leaderBefore);
  }

  /** Passes on what the load says, up to a line that begins with {@code awaited}; its rest. */
  private String await(String awaited, LoadListener listener) throws InterruptedException {
    while (true) {
      String line = load.nextLine(PATIENCE);
      servers.processes().forEach(Child::checkAlive);
      if (line.startsWith(awaited)) {
        return line.substring(awaited.length());
      }
      if (line.startsWith(ChildLines.SECOND)) {
        listener.onSecond(Long.parseLong(line.substring(ChildLines.SECOND.length())));
      }
    }
  }

  private Map<Child, Usage> usages() {
    Map<Child, Usage> usages = new HashMap<>();
    processes.forEach(process -> usages.put(process, process.usage()));
    return usages;
  }

  private static long cpuNanos(Map<Child, Usage> usages) {
    return usages.values().stream().mapToLong(Usage::cpuNanos).sum();
  }

  private static long residentBytesPeak(Map<Child, Usage> usages) {
    return usages.values().stream().mapToLong(Usage::residentBytesPeak).sum();
  }
}
