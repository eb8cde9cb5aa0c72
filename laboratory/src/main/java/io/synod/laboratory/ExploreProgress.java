package io.synod.laboratory;

import io.synod.simulation.explore.ExplorationProgress;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows the progress of an exploration on standard error. Used by one thread. */
abstract class ExploreProgress implements AutoCloseable {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  abstract void show(ExplorationProgress progress);

  @Override
  public abstract void close();

  /**
   * A bar on a terminal, a line now and then elsewhere.
   *
   * @param seconds after which it ends; 0 if unknown
   */
  static ExploreProgress of(long seconds) {
    return System.console() == null ? new Lines() : new Bar(seconds);
  }

  static String text(ExplorationProgress progress) {
    double rate = (double) progress.states() * NANOS_PER_SECOND / progress.elapsedNanos();
    return String.format(
        Locale.ROOT,
        "%,d states, depth %d with %,d, %,.0f states/s",
        progress.states(),
        progress.depth(),
        progress.frontier(),
        rate);
  }

  /** For terminals. The number of states is unknown, so the bar shows the time. */
  private static final class Bar extends ExploreProgress {
    private static final int REFRESH_MILLIS = 250;
    private static final int UNKNOWN = -1;

    private final ProgressBar bar;

    Bar(long seconds) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("exploring")
              .setInitialMax(seconds == 0 ? UNKNOWN : seconds)
              .setUnit(" s", 1)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REFRESH_MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(System.err))
              .build();
    }

    @Override
    void show(ExplorationProgress progress) {
      bar.stepTo(progress.elapsedNanos() / NANOS_PER_SECOND);
      bar.setExtraMessage(text(progress));
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** For logs and pipes. */
  private static final class Lines extends ExploreProgress {
    private static final long EVERY_NANOS = 5 * NANOS_PER_SECOND;

    private long shownNanos;

    @Override
    void show(ExplorationProgress progress) {
      if (progress.elapsedNanos() - shownNanos >= EVERY_NANOS) {
        shownNanos = progress.elapsedNanos();
        System.err.println(shownNanos / NANOS_PER_SECOND + " s: " + text(progress));
      }
    }

    @Override
    public void close() {
      System.err.flush();
    }
  }
}
