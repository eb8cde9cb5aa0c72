package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One load process against some servers, with what all of them use while it measures. */
public final class LoadRun {
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  private final Servers servers;
  private final Child load;
  private final Child leader;
  private final List<Child> processes;

  private LoadRun(Servers servers, Child load) throws InterruptedException {
    this.servers = servers;
    this.load = load;
    this.leader = servers.leader();
    this.processes = new ArrayList<>(servers.processes());
    this.processes.add(load);
  }

  /**
   * Starts the load, follows it to its end and ends it.
   *
   * @throws ProcessFailure if the load or a server ends, or the leadership changes meanwhile
   */
  public static Measured measure(
      Children children, Servers servers, Load load, Span span, LoadListener listener)
      throws InterruptedException {
    Child process =
        children.start("load", LoadProcess.class, LoadArguments.of(servers.target(), load, span));
    try {
      return new LoadRun(servers, process).follow(listener);
    } finally {
      children.end(List.of(process));
    }
  }

  private Measured follow(LoadListener listener) throws InterruptedException {
    await(ChildLines.MEASURING, listener);
    List<Usage> before = usages();
    Usage leaderBefore = leader.usage();
    long busyBefore = servers.busy();
    listener.onMeasuring();
    await(ChildLines.MEASURED, listener);
    List<Usage> after = usages();
    Usage leaderAfter = leader.usage();
    listener.onMeasured();
    LoadResult result = ResultText.parse(await(ChildLines.RESULT, listener));
    checkSameLeader();
    return new Measured(
        result,
        cpuNanos(after) - cpuNanos(before),
        leaderAfter.cpuNanos() - leaderBefore.cpuNanos(),
        residentBytesPeak(after),
        servers.busy() - busyBefore);
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

  private void checkSameLeader() throws InterruptedException {
    if (servers.leader() != leader) {
      throw new ProcessFailure("the leader has changed while it was measured");
    }
  }

  private List<Usage> usages() {
    return processes.stream().map(Child::usage).toList();
  }

  private static long cpuNanos(List<Usage> usages) {
    return usages.stream().mapToLong(Usage::cpuNanos).sum();
  }

  private static long residentBytesPeak(List<Usage> usages) {
    return usages.stream().mapToLong(Usage::residentBytesPeak).sum();
  }
}
