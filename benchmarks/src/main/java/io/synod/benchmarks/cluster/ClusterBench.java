package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.Servers;
import io.synod.core.settings.Durability;
import io.synod.process.Children;
import io.synod.replica.config.ThreadLayout;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures throughput, latency and cost of clusters, and of yardsticks in the same run: on a shared
 * machine, figures of different runs are not comparable. Every measurement has fresh processes.
 * Repetitions go around all systems, so that noise does not affect only one.
 */
public final class ClusterBench {
  private final BenchOptions options;
  private final Children children;
  private final BenchProgress progress;
  private final Map<String, List<Measured>> measured = new LinkedHashMap<>();

  private ClusterBench(BenchOptions options, Children children, BenchProgress progress) {
    this.options = options;
    this.children = children;
    this.progress = progress;
  }

  /**
   * Runs the whole benchmark on the calling thread. Ends its processes in any case, also when this
   * process ends.
   *
   * @param progressOut receives the progress
   * @throws io.synod.process.ProcessFailure if a process ends or does not answer
   */
  public static Report run(BenchOptions options, PrintStream progressOut)
      throws InterruptedException {
    int clusters = options.layouts().size() * options.levels().size();
    int measurements = options.repetitions() * (clusters + options.yardsticks().size());
    try (Children children = Children.withJvmOptions(options.jvmOptions());
        BenchProgress progress = new BenchProgress(progressOut, options.span(), measurements)) {
      return new ClusterBench(options, children, progress).run();
    }
  }

  private Report run() throws InterruptedException {
    for (int repetition = 0; repetition < options.repetitions(); repetition++) {
      for (ThreadLayout layout : options.layouts()) {
        for (Durability level : options.levels()) {
          measureCluster(layout, level);
        }
      }
      for (Yardstick yardstick : options.yardsticks()) {
        measure(yardstick);
      }
    }
    Report report = new Report(Circumstances.of(options));
    measured.forEach((system, repetitions) -> report.add(Row.of(system, repetitions)));
    return report;
  }

  private void measureCluster(ThreadLayout layout, Durability level) throws InterruptedException {
    try (Servers servers = options.start(children, options.config(layout, level))) {
      measure(name(options, layout, level), servers);
    }
  }

  static String name(BenchOptions options, ThreadLayout layout, Durability level) {
    return "%d replicas %s %s".formatted(options.replicas(), text(layout), text(level));
  }

  private static String text(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  private void measure(Yardstick yardstick) throws InterruptedException {
    try (Servers servers = yardstick.start(children, options)) {
      measure(yardstick.name(options), servers);
    }
  }

  private void measure(String system, Servers servers) throws InterruptedException {
    LoadListener listener = progress.next(system);
    Measured one = LoadRun.measure(children, servers, options.load(), options.span(), listener);
    measured.computeIfAbsent(system, unused -> new ArrayList<>()).add(one);
  }
}
