package io.synod.simulation.mutation;

import java.util.List;

/** Timeouts that follow what is measured. */
final class TimeoutMutants {
  private static final String SILENCE = "tuning.timeouts.SilenceTime";
  private static final String ANSWER = "tuning.timeouts.AnswerTime";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "an election timeout is as short as the longest silence",
              SILENCE,
              "range.nearest(TIMES * Math.max(longestNanos, longestBeforeNanos))",
              "1 + Math.max(longestNanos, longestBeforeNanos)"),
          new Mutant(
              "an election timeout has no longest length",
              SILENCE,
              "range.nearest(TIMES * Math.max(longestNanos, longestBeforeNanos))",
              "TIMES * Math.max(longestNanos, longestBeforeNanos)"),
          new Mutant(
              "an Accept is sent again for ever sooner",
              ANSWER,
              "range.nearest(range.nearest((long) nanos) << doublings)",
              "1 + ((long) nanos >> 4 * doublings + 3)"),
          new Mutant(
              "a wait for an answer doubles without end",
              ANSWER,
              "range.nearest(range.nearest((long) nanos) << doublings)",
              "range.nearest((long) nanos) << 3 * doublings"));

  private TimeoutMutants() {}
}
