package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.Servers;
import io.synod.core.settings.Durability;
import io.synod.process.Children;
import io.synod.replica.config.ThreadLayout;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Measures throughput, latency and cost of clusters, and of yardsticks in the same run: on a shared
 * machine, figures of different runs are not comparable. Every measurement has fresh processes.
 * Repetitions go around all systems, so that noise does not affect only one.
 */
public final class ClusterBench {
  private final BenchOptions options;
  private final Children children;
  private final Repetitions repetitions;

  private ClusterBench(BenchOptions options, Children children, BenchProgress progress) {
    this.options = options;
    this.children = children;
    repetitions = new Repetitions(progress);
  }

  /**
   * Runs the whole benchmark on the calling thread. Ends its processes in any case, also when this
   * process ends. A measurement that fails is counted in the report, which has the others.
   *
   * @param progressOut receives the progress, and why a measurement has failed
   * @throws io.synod.process.ProcessFailure if a process ends or does not answer before anything
   *     was measured
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
          repetitions.add(
              name(options, layout, level),
              listener ->
                  measure(options.start(children, options.config(layout, level)), listener));
        }
      }
      for (Yardstick yardstick : options.yardsticks()) {
        repetitions.add(
            yardstick.name(options),
            listener -> measure(yardstick.start(children, options), listener));
      }
    }
    return repetitions.report(Circumstances.of(options));
  }

  static String name(BenchOptions options, ThreadLayout layout, Durability level) {
    return "%d replicas %s %s".formatted(options.replicas(), text(layout), text(level));
  }

  private static String text(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  private Measured measure(Servers started, LoadListener listener) throws InterruptedException {
    try (Servers servers = started) {
      return LoadRun.measure(children, servers, options.load(), options.span(), listener);
    }
  }
}
