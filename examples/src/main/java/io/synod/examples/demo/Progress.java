package io.synod.examples.demo;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a task of known length: a bar on a terminal, else a line for every tenth.
 * Used by one thread.
 */
final class Progress implements AutoCloseable {
  private static final int UPDATE_MILLIS = 100;
  private static final int TENTHS = 10;

  private final String name;
  private final int steps;
  private final PrintStream out;

  // Null without a terminal.
  private final ProgressBar bar;
  private int tenthsShown;

  Progress(String name, int steps, PrintStream out) {
    this.name = name;
    this.steps = steps;
    this.out = out;
    bar = System.console() == null ? null : bar();
  }

  private ProgressBar bar() {
    return new ProgressBarBuilder()
        .setTaskName(name)
        .setInitialMax(steps)
        .setUpdateIntervalMillis(UPDATE_MILLIS)
        .setStyle(ProgressBarStyle.ASCII)
        .build();
  }

  /** Shows that {@code done} steps are done; {@code note} describes the current step. */
  void show(int done, String note) {
    int tenths = done * TENTHS / steps;
    if (bar != null) {
      bar.stepTo(done);
      bar.setExtraMessage(note);
    } else if (tenths > tenthsShown) {
      tenthsShown = tenths;
      out.printf("%s %3d %%  %s%n", name, tenths * TENTHS, note);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
    out.flush();
  }
}
