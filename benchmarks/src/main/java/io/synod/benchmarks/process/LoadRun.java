package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One load process against some servers, with the resource use of all of them. */
public final class LoadRun {
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  private final Servers servers;
  private final Child load;
  private final List<Long> perSecond = new ArrayList<>();

  // The first readings load classes and are interpreted: they take the processors for most of a
  // second, which would be measured. So there are some during the warm-up.
  private int rehearsals = 5;

  private LoadRun(Servers servers, Child load) {
    this.servers = servers;
    this.load = load;
  }

  /**
   * Waits for a leader, starts the load, follows it to its end and ends it.
   *
   * @throws ProcessFailure if the load fails or ends, or a server ends or is started again, or
   *     there is no leader for a long time
   */
  public static Measured measure(
      Children children, Servers servers, Load load, Span span, LoadListener listener)
      throws InterruptedException {
    servers.awaitLeader();
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
    rehearsals = 0;
    // Asking all servers takes a while, so the listener is called first at both moments.
    listener.onMeasuring();
    Reading before = Reading.of(servers, load);
    perSecond.clear();
    await(ChildLines.MEASURED, listener);
    listener.onMeasured();
    Reading after = Reading.of(servers, load);
    LoadResult result = ResultText.parse(await(ChildLines.RESULT, listener));
    long loadNanos = after.load().cpuNanos() - before.load().cpuNanos();
    return new Measured(
        result,
        perSecond,
        after.costs().cpuNanosSince(before.costs()) + loadNanos,
        after.costs().leaderCpuNanosSince(before.costs()),
        after.costs().residentBytesPeak() + after.load().residentBytesPeak(),
        after.busy() - before.busy(),
        after.journal().since(before.journal()),
        Stations.between(before.statuses(), after.statuses(), loadNanos),
        after.leaderChangedSince(before));
  }

  /** Passes on the load's lines up to one that begins with {@code awaited}; returns its rest. */
  private String await(String awaited, LoadListener listener) throws InterruptedException {
    while (true) {
      String line = load.nextLine(PATIENCE);
      servers.processes().forEach(Child::checkAlive);
      if (line.startsWith(awaited)) {
        return line.substring(awaited.length());
      }
      if (line.startsWith(ChildLines.FAILED)) {
        throw new ProcessFailure(line.substring(ChildLines.FAILED.length()));
      }
      if (line.startsWith(ChildLines.SECOND)) {
        long answered = Long.parseLong(line.substring(ChildLines.SECOND.length()));
        perSecond.add(answered);
        listener.onSecond(answered);
        rehearse();
      }
    }
  }

  private void rehearse() throws InterruptedException {
    if (rehearsals > 0) {
      rehearsals--;
      Reading.of(servers, load);
    }
  }
}
