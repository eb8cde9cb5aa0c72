package io.synod.benchmarks.sweep;

import io.synod.core.settings.BatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The seconds of a {@link Shift}, and how they compare with the best fixed limits. */
public record ShiftResult(Shift shift, List<Phase> phases) {
  private static final int SETTLED_SECONDS = 30;
  private static final int AVERAGED_SECONDS = 5;
  private static final double NEARLY_ALL = 0.95;
  private static final double LEAST = 0.8;
  private static final double SECONDS_PER_MINUTE = 60;

  public ShiftResult {
    phases = List.copyOf(phases);
  }

  /**
   * One second.
   *
   * @param answered requests
   * @param latencyMillis median
   * @param limits at its end
   * @param moves of this leader until its end
   */
  public record Second(double answered, double latencyMillis, BatchLimits limits, long moves) {}

  /**
   * The best fixed limits of a phase.
   *
   * @param perSecond requests answered with them
   * @param latencyMillis of a request: median in an open loop, mean in a closed one
   */
  public record Best(BatchLimits limits, double perSecond, double latencyMillis) {}

  /**
   * From one change to the next.
   *
   * @param offered requests per second, 0 in a closed loop
   */
  public record Phase(List<Second> seconds, Best best, double offered) {

    public Phase {
      seconds = List.copyOf(seconds);
    }

    /**
     * Seconds until the mean of five has 95 % of the best; one more than there are if that never
     * comes.
     */
    public int secondsToBest() {
      for (int end = AVERAGED_SECONDS; end <= seconds.size(); end++) {
        if (mean(end - AVERAGED_SECONDS, end) >= NEARLY_ALL * best.perSecond()) {
          return end;
        }
      }
      return seconds.size() + 1;
    }

    /** Share of the best after 30 seconds, on average. */
    public double settledMean() {
      return mean(from(), seconds.size()) / best.perSecond();
    }

    /** The same in the worst second. */
    public double settledLeast() {
      return seconds.subList(from(), seconds.size()).stream()
              .mapToDouble(Second::answered)
              .min()
              .orElseThrow()
          / best.perSecond();
    }

    /** Moves a minute after 30 seconds. */
    public double movesPerMinute() {
      int from = Math.max(1, from());
      long moves = seconds.get(seconds.size() - 1).moves() - seconds.get(from - 1).moves();
      return moves * SECONDS_PER_MINUTE / (seconds.size() - from);
    }

    /** Whether it has 95 % of the best after 30 s, no second below 80 %, and at most two moves. */
    public boolean holds() {
      return settledMean() >= NEARLY_ALL && settledLeast() >= LEAST && movesPerMinute() <= 2;
    }

    // The last second has passed before that many.
    private int from() {
      return Math.min(SETTLED_SECONDS, seconds.size() - 1);
    }

    private double mean(int from, int to) {
      return seconds.subList(from, to).stream().mapToDouble(Second::answered).average().orElse(0);
    }
  }

  /** A row of each phase in Markdown. */
  public List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int index = 0; index < phases.size(); index++) {
      Phase phase = phases.get(index);
      Second last = phase.seconds.get(phase.seconds.size() - 1);
      rows.add(
          String.format(
              Locale.ROOT,
              "| %s | %d | %,.0f | %s | %s | %s | %.2f | %.2f | %.1f | %s |",
              shift.word(),
              index + 1,
              phase.best.perSecond(),
              text(phase.best.limits()),
              text(last.limits()),
              phase.secondsToBest() > phase.seconds.size() ? "never" : phase.secondsToBest() + " s",
              phase.settledMean(),
              phase.settledLeast(),
              phase.movesPerMinute(),
              phase.holds() ? "holds" : "misses"));
    }
    return rows;
  }

  /** The head of the table. */
  public static String head() {
    return "| shift | phase | best, requests/s | limits: best | auto | 95 % after | mean after 30 s |"
        + " worst second | moves/min | |\n|---|---|---|---|---|---|---|---|---|---|";
  }

  private static String text(BatchLimits limits) {
    return limits.maxBytes() / 1024 + "KiB/" + limits.window();
  }
}
