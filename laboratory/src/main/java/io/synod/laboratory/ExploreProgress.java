package io.synod.laboratory;

import io.synod.simulation.explore.ExplorationProgress;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of an exploration on standard error: a bar on a terminal, else a line now and
 * then. Used by one thread.
 */
final class ExploreProgress implements AutoCloseable {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long LINES_NANOS = 5 * NANOS_PER_SECOND;
  private static final int REFRESH_MILLIS = 250;
  private static final int UNKNOWN = -1;

  // Null without a terminal.
  private final ProgressBar bar;
  private long shownNanos;

  /**
   * @param seconds after which it ends; 0 if unknown
   */
  ExploreProgress(long seconds) {
    bar = System.console() == null ? null : bar(seconds);
  }

  /** The number of states is unknown, so the bar shows the time. */
  private static ProgressBar bar(long seconds) {
    return new ProgressBarBuilder()
        .setTaskName("exploring")
        .setInitialMax(seconds == 0 ? UNKNOWN : seconds)
        .setUnit(" s", 1)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  void show(ExplorationProgress progress) {
    if (bar != null) {
      bar.stepTo(progress.elapsedNanos() / NANOS_PER_SECOND);
      bar.setExtraMessage(text(progress));
    } else if (progress.elapsedNanos() - shownNanos >= LINES_NANOS) {
      shownNanos = progress.elapsedNanos();
      System.err.println(shownNanos / NANOS_PER_SECOND + " s: " + text(progress));
    }
  }

  private static String text(ExplorationProgress progress) {
    double rate = (double) progress.states() * NANOS_PER_SECOND / progress.elapsedNanos();
    return String.format(
        Locale.ROOT,
        "%,d states, depth %d with %,d, %,.0f states/s",
        progress.states(),
        progress.depth(),
        progress.frontier(),
        rate);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
