package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.BenchProgress;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Servers;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/**
 * Measures all contenders at all points. At each point the contenders alternate, and repetitions go
 * around all of them, so that a temporary slowdown of this machine does not affect only one.
 */
final class PeersBench {
  private final PeersOptions options;
  private final PrintStream err;
  private final BenchProgress progress;
  private final PeersReport report;

  private PeersBench(PeersOptions options, PrintStream err, BenchProgress progress) {
    this.options = options;
    this.err = err;
    this.progress = progress;
    this.report = new PeersReport(options);
  }

  /**
   * Runs the whole benchmark on the calling thread. Ends its processes in any case, also when this
   * process ends. A contender that fails is reported as failed, and the others are still measured.
   *
   * @param err receives progress and failures
   * @throws ProcessFailure if this process is being ended
   */
  static PeersReport run(PeersOptions options, PrintStream err) throws InterruptedException {
    int measurements = 0;
    for (Point point : options.points()) {
      for (Contender contender : options.contenders()) {
        measurements += isMeasured(options, contender, point) ? options.repetitions() : 0;
      }
    }
    try (BenchProgress progress = new BenchProgress(err, options.span(), measurements)) {
      return new PeersBench(options, err, progress).run();
    }
  }

  private static boolean isMeasured(PeersOptions options, Contender contender, Point point) {
    return options.measuredAt(contender, point).equals(point);
  }

  private PeersReport run() throws InterruptedException {
    for (int repetition = 0; repetition < options.repetitions(); repetition++) {
      for (Point point : options.points()) {
        for (Contender contender : options.contenders()) {
          if (isMeasured(options, contender, point)) {
            measure(contender, point);
          }
        }
      }
    }
    return report;
  }

  private void measure(Contender contender, Point point) throws InterruptedException {
    String name = contender + ", " + point;
    LoadListener listener = progress.next(name);
    // The next measurement begins without any process or file of the previous one.
    try (Children children = Children.withJvmOptions(options.jvmOptions());
        Servers servers = contender.start(children, options, point)) {
      report.measured(
          contender,
          point,
          LoadRun.measure(children, servers, options.load(point), options.span(), listener));
    } catch (ProcessFailure | UncheckedIOException failure) {
      if (Children.areEnding()) {
        throw new ProcessFailure("ended at " + name, failure);
      }
      err.printf("%s failed: %s%n", name, failure.getMessage());
      report.failed(contender, point, failure.getMessage());
    }
  }
}
