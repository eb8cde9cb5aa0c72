package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import java.io.PrintStream;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows how far a benchmark is: a bar at a terminal, one line for each measurement elsewhere. For
 * one thread.
 */
public final class BenchProgress implements AutoCloseable {
  private static final int REFRESH_MILLIS = 250;

  private final PrintStream out;
  private final long seconds;
  private final int measurements;

  // Null where there is no terminal.
  private final ProgressBar bar;
  private int measurement;

  /**
   * @param measurements that will be shown
   */
  public BenchProgress(PrintStream out, Span span, int measurements) {
    this.out = out;
    this.measurements = measurements;
    this.seconds = seconds(span.warmUp()) + seconds(span.duration());
    this.bar = System.console() == null ? null : bar(out, measurements * seconds);
  }

  /** As many as the load tells: a begun one counts. */
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

  /** The measurement that was begun last ends without a result. */
  public void failed(String name, String reason) {
    if (bar != null) {
      // Behind the bar, which is drawn again below.
      out.println();
    }
    out.println("! not measured: " + name + ": " + reason);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  private final class Follower implements LoadListener {
    private final String name;

    Follower(String name) {
      this.name = name;
    }

    @Override
    public void onSecond(long answered) {
      if (bar != null) {
        bar.step();
        bar.setExtraMessage("%s, %,d/s".formatted(name, answered));
      }
    }
  }
}
