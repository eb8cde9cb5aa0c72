package io.synod.examples.demo;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows the progress of a task of known length. Used by one thread. */
interface Progress extends AutoCloseable {

  /** Shows that {@code steps} are done; {@code note} describes the current step. */
  void show(int steps, String note);

  @Override
  void close();

  /** A bar on a terminal, a line now and then elsewhere. */
  static Progress of(String name, int steps, PrintStream out) {
    return System.console() == null ? new Lines(name, steps, out) : new Bar(name, steps);
  }

  /** For terminals. */
  final class Bar implements Progress {
    private static final int UPDATE_MILLIS = 100;

    private final ProgressBar bar;

    Bar(String name, int steps) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(name)
              .setInitialMax(steps)
              .setUpdateIntervalMillis(UPDATE_MILLIS)
              .setStyle(ProgressBarStyle.ASCII)
              .build();
    }

    @Override
    public void show(int steps, String note) {
      bar.stepTo(steps);
      bar.setExtraMessage(note);
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** For logs and pipes: a line for every tenth. */
  final class Lines implements Progress {
    private static final int TENTHS = 10;

    private final String name;
    private final int steps;
    private final PrintStream out;
    private int tenthsShown;

    Lines(String name, int steps, PrintStream out) {
      this.name = name;
      this.steps = steps;
      this.out = out;
    }

    @Override
    public void show(int done, String note) {
      int tenths = done * TENTHS / steps;
      if (tenths > tenthsShown) {
        tenthsShown = tenths;
        out.printf("%s %3d %%  %s%n", name, tenths * TENTHS, note);
      }
    }

    @Override
    public void close() {
      out.flush();
    }
  }
}
