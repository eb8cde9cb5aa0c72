package io.synod.laboratory;

import io.synod.simulation.SeedResult;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows the progress and rates of a simulation: a bar on a terminal, else a line now and then. */
final class SimulationProgress implements AutoCloseable {
  private static final int REFRESH_MILLIS = 250;
  private static final long SHOWN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PrintWriter err;
  private final String unit;
  private final long goal;
  private final long beganNanos = System.nanoTime();
  private long shownNanos = beganNanos;
  private int seeds;
  private int failures;
  private long events;
  private long virtualNanos;

  // Null without a terminal.
  private final ProgressBar bar;

  /**
   * @param unit of the goal
   */
  SimulationProgress(PrintWriter err, String unit, long goal) {
    this.err = err;
    this.unit = unit;
    this.goal = goal;
    err.flush();
    bar = System.console() == null ? null : bar(goal);
  }

  private static ProgressBar bar(long goal) {
    return new ProgressBarBuilder()
        .setTaskName("simulating")
        .setInitialMax(goal)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  void seedDone(SeedResult result) {
    seeds++;
    failures += result.passed() ? 0 : 1;
    events += result.events();
    virtualNanos += result.virtualNanos();
  }

  int seeds() {
    return seeds;
  }

  /** Shows that {@code done} of the goal is reached. */
  void isAt(long done) {
    if (bar != null) {
      bar.stepTo(Math.min(done, goal));
      bar.setExtraMessage(rates());
    } else if (System.nanoTime() - shownNanos > SHOWN_NANOS) {
      shownNanos = System.nanoTime();
      err.printf(Locale.ROOT, "%d of %d %s: %s%n", Math.min(done, goal), goal, unit, rates());
      err.flush();
    }
  }

  private String rates() {
    double elapsed = Math.max(1, System.nanoTime() - beganNanos);
    return String.format(
        Locale.ROOT,
        "%,d seeds, %,.0f events/s, %.2f virtual hours a minute, %d failed",
        seeds,
        events * TimeUnit.SECONDS.toNanos(1) / elapsed,
        virtualNanos / elapsed / TimeUnit.HOURS.toMinutes(1),
        failures);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
