package io.synod.benchmarks.sweep;

import io.synod.benchmarks.experiment.report.Table;
import io.synod.core.settings.BatchLimits;
import java.util.Collections;
import java.util.List;

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
   * @param limits at its end
   * @param moves of this leader until its end
   */
  public record Second(double answered, BatchLimits limits, long moves) {}

  /**
   * The best fixed limits of a phase.
   *
   * @param answered requests in each second in which they were held afterwards
   */
  public record Best(BatchLimits limits, List<Double> answered) {

    public Best {
      answered = List.copyOf(answered);
    }

    /** Requests answered with them, on average. */
    public double perSecond() {
      return answered.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Share of that in the worst second. */
    public double least() {
      return Collections.min(answered) / perSecond();
    }
  }

  /** From one change to the next. */
  public record Phase(List<Second> seconds, Best best) {

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
      long moves = last().moves() - seconds.get(from - 1).moves();
      return moves * SECONDS_PER_MINUTE / (seconds.size() - from);
    }

    /** Whether it has 95 % of the best after 30 s, no second below 80 %, and at most two moves. */
    public boolean holds() {
      return settledMean() >= NEARLY_ALL && settledLeast() >= LEAST && movesPerMinute() <= 2;
    }

    private Second last() {
      return seconds.get(seconds.size() - 1);
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
  public String table() {
    return new Table<Phase>()
        .text("shift", unused -> shift.word())
        .number("phase", phase -> 1 + phases.indexOf(phase))
        .number("best, requests/s", phase -> phase.best.perSecond())
        .text("limits: best", phase -> text(phase.best.limits()))
        .text("auto", phase -> text(phase.last().limits()))
        .text("95 % after", ShiftResult::soon)
        .ratio("mean after 30 s", Phase::settledMean)
        .ratio("worst second", Phase::settledLeast)
        .ratio("of the best", phase -> phase.best.least())
        .formatted("moves/min", "%.1f", Phase::movesPerMinute)
        .text("", phase -> phase.holds() ? "holds" : "misses")
        .of(phases);
  }

  private static String soon(Phase phase) {
    int seconds = phase.secondsToBest();
    return seconds > phase.seconds.size() ? "never" : seconds + " s";
  }

  private static String text(BatchLimits limits) {
    return limits.maxBytes() / 1024 + "KiB/" + limits.window();
  }
}
