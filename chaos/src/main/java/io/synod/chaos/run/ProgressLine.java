package io.synod.chaos.run;

import io.synod.chaos.register.Registers;
import io.synod.chaos.timeline.Timeline;
import java.io.PrintStream;
import java.util.Locale;

/** Tells each second how it goes: on a terminal in one line, elsewhere a line now and then. */
final class ProgressLine {
  private static final long INTERVAL_MILLIS = 1000;
  private static final int LINES_APART = 10;
  private static final int WIDTH = 110;

  private final PrintStream out;
  private final long plannedMillis;
  private final boolean isTerminal = System.console() != null;
  private long toldMillis;
  private long toldAnswers;
  private int told;

  /**
   * @param plannedMillis how long it will take
   */
  ProgressLine(PrintStream out, long plannedMillis) {
    this.out = out;
    this.plannedMillis = plannedMillis;
  }

  /** Returns whether a second has passed. */
  boolean tell(Timeline timeline, Registers registers) {
    long now = timeline.nowMillis();
    if (now - toldMillis < INTERVAL_MILLIS) {
      return false;
    }
    long answers = registers.answers();
    String line =
        String.format(
            Locale.ROOT,
            "%s of %s  %,6d/s  %,d answers, %,d unknown  %s",
            clock(now),
            clock(plannedMillis),
            (answers - toldAnswers) * 1000 / (now - toldMillis),
            answers,
            registers.unknown(),
            timeline.now());
    if (isTerminal) {
      out.printf("\r%-" + WIDTH + "." + WIDTH + "s", line);
    } else if (told % LINES_APART == 0) {
      out.println(line.stripTrailing());
    }
    out.flush();
    told++;
    toldMillis = now;
    toldAnswers = answers;
    return true;
  }

  /** What follows stands in a line of its own. */
  void end() {
    if (isTerminal) {
      out.printf("\r%-" + WIDTH + "s\r", "");
    }
  }

  private static String clock(long millis) {
    return String.format(Locale.ROOT, "%d:%02d", millis / 60_000, millis / 1000 % 60);
  }
}
