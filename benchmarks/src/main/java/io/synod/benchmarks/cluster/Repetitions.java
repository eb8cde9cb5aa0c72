package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.Measured;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The measurements of a benchmark, by system. Once there is one, a measurement that fails does not
 * lose it: its reason is shown, and the others go on.
 */
final class Repetitions {
  private final BenchProgress progress;
  private final Map<String, List<Measured>> measured = new LinkedHashMap<>();
  private int failures;

  Repetitions(BenchProgress progress) {
    this.progress = progress;
  }

  /** One measurement. */
  @FunctionalInterface
  interface Attempt {
    Measured measure(LoadListener listener) throws InterruptedException;
  }

  /**
   * Measures a system once more.
   *
   * @throws ProcessFailure if that fails before anything was measured, or as this process ends
   * @throws UncheckedIOException as well, if its files cannot be written
   */
  void add(String system, Attempt attempt) throws InterruptedException {
    LoadListener listener = progress.next(system);
    try {
      Measured one = attempt.measure(listener);
      measured.computeIfAbsent(system, unused -> new ArrayList<>()).add(one);
      progress.measured(text(one));
    } catch (ProcessFailure | UncheckedIOException failure) {
      if (Children.areEnding()) {
        throw new ProcessFailure("ended at " + system, failure);
      }
      if (measured.isEmpty()) {
        throw failure;
      }
      failures++;
      progress.failed(system, failure.getMessage());
    }
  }

  private static String text(Measured one) {
    return one.leaderChanged()
        ? "the leader changed: no figures"
        : String.format(
            Locale.ROOT,
            "measured: %,.0f/s, p99 %.2f ms, CPU %.2f us each",
            one.load().answeredPerSecond(),
            one.load().latencyMillis(99),
            one.cpuMicrosPerRequest());
  }

  Report report(Map<String, Object> circumstances) {
    Report report = new Report(circumstances, failures);
    measured.forEach((system, repetitions) -> report.add(Row.of(system, repetitions)));
    return report;
  }
}
