package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a benchmark: a bar on a terminal, otherwise a line for each measurement and
 * one for each ten seconds of it. For one thread.
 */
public final class BenchProgress implements AutoCloseable {
  private static final int REFRESH_MILLIS = 250;
  private static final int SHOWN_SECONDS = 10;

  private final PrintStream out;
  private final long seconds;
  private final int measurements;

  // Null without a terminal.
  private final ProgressBar bar;
  private int measurement;

  /**
   * @param measurements that it will show
   */
  public BenchProgress(PrintStream out, Span span, int measurements) {
    this.out = out;
    this.measurements = measurements;
    this.seconds = seconds(span.warmUp()) + seconds(span.duration());
    this.bar = System.console() == null ? null : bar(out, measurements * seconds);
  }

  /** The number of seconds that the load reports; a started one counts. */
  private static long seconds(Duration time) {
    return (time.toMillis() + 999) / 1000;
  }

  private static ProgressBar bar(PrintStream out, long secondsMax) {
    return new ProgressBarBuilder()
        .setTaskName("bench")
        .setInitialMax(secondsMax)
        .setUnit(" s", 1)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .setConsumer(new ConsoleProgressBarConsumer(out))
        .build();
  }

  /** Another measurement begins. */
  public LoadListener next(String name) {
    measurement++;
    if (bar == null) {
      out.printf("%d of %d: %s%n", measurement, measurements, name);
    } else {
      bar.stepTo((measurement - 1) * seconds);
      bar.setExtraMessage(name);
    }
    return new Follower(name);
  }

  /** The latest measurement ended without a result. */
  public void failed(String name, String reason) {
    print("! not measured: " + name + ": " + reason);
  }

  /** The latest measurement ended with this result: all that is left if the benchmark is ended. */
  void measured(String result) {
    print("  " + result);
  }

  private void print(String line) {
    if (bar != null) {
      // Writes below the bar, which is drawn again then.
      out.println();
    }
    out.println(line);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  private final class Follower implements LoadListener {
    private final String name;
    private long second;

    Follower(String name) {
      this.name = name;
    }

    @Override
    public void onSecond(long answered) {
      second++;
      if (bar == null && second % SHOWN_SECONDS == 0) {
        out.printf(Locale.ROOT, "  %d s of about %d s, %,d/s%n", second, seconds, answered);
      } else if (bar != null) {
        bar.step();
        bar.setExtraMessage("%s, %,d/s".formatted(name, answered));
      }
    }
  }
}
