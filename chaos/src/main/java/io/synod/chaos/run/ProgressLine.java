package io.synod.chaos.run;

import io.synod.chaos.register.Registers;
import io.synod.chaos.timeline.Timeline;
import java.io.PrintStream;
import java.util.Locale;

/** Prints the progress every second: in one line on a terminal, elsewhere a line now and then. */
final class ProgressLine {
  private static final long INTERVAL_MILLIS = 1000;
  private static final int LINES_APART = 10;
  private static final int WIDTH = 110;

  private final PrintStream out;
  private final long plannedMillis;
  private final boolean isTerminal = System.console() != null;
  private long shownMillis;
  private long shownAnswers;
  private int shown;

  /**
   * @param plannedMillis the expected length of the run
   */
  ProgressLine(PrintStream out, long plannedMillis) {
    this.out = out;
    this.plannedMillis = plannedMillis;
  }

  /** Returns whether a second has passed. */
  boolean show(Timeline timeline, Registers registers) {
    long now = timeline.nowMillis();
    if (now - shownMillis < INTERVAL_MILLIS) {
      return false;
    }
    long answers = registers.answers();
    String line =
        String.format(
            Locale.ROOT,
            "%s of %s  %,6d/s  %,d answers, %,d unknown  %s",
            clock(now),
            clock(plannedMillis),
            (answers - shownAnswers) * 1000 / (now - shownMillis),
            answers,
            registers.unknown(),
            timeline.now());
    if (isTerminal) {
      out.printf("\r%-" + WIDTH + "." + WIDTH + "s", line);
    } else if (shown % LINES_APART == 0) {
      out.println(line.stripTrailing());
    }
    out.flush();
    shown++;
    shownMillis = now;
    shownAnswers = answers;
    return true;
  }

  /** Ends the line, so that the next output begins a new one. */
  void end() {
    if (isTerminal) {
      out.printf("\r%-" + WIDTH + "s\r", "");
    }
  }

  private static String clock(long millis) {
    return String.format(Locale.ROOT, "%d:%02d", millis / 60_000, millis / 1000 % 60);
  }
}
