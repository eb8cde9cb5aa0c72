package io.synod.benchmarks.experiment.report;

import io.synod.benchmarks.experiment.report.LibPaxosTables.EventCount;
import io.synod.fitting.regression.MeanInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The report's section on event counters and what counting costs, beside LibPaxos (Primi 2008,
 * experiments 1 and 2, appendix A).
 */
public final class LibPaxosCounters {
  private static final double PERCENT = 100;

  private LibPaxosCounters() {}

  /** Runs with and without event counters: tables 2 and 3. */
  public static String section(Results results) {
    TreeSet<Integer> runs = new TreeSet<>();
    results.all().forEach(result -> runs.add(result.number(Axis.RUN)));
    Table<Integer> seconds =
        new Table<Integer>()
            .text("run", String::valueOf)
            .number("LibPaxos, s", run -> paperSeconds(LibPaxosTables.RUN_SECONDS, run))
            .number("counting", run -> paperSeconds(LibPaxosTables.COUNTED_SECONDS, run));
    StringBuilder verdicts = new StringBuilder();
    for (int batching = 0; batching < LibPaxosSections.WAYS.size(); batching++) {
      Results way = results.at(Axis.BATCHING, batching);
      seconds
          .number(LibPaxosSections.WAYS.get(batching) + ", s", run -> seconds(way, run, 0))
          .number("counting", run -> seconds(way, run, 1));
      verdicts.append("* ").append(LibPaxosSections.WAYS.get(batching)).append(": ");
      verdicts.append(costOfCounting(way, runs)).append('\n');
    }
    return """

        ## Runs of 100,000 values

        One client with 300 values of 30 to 3000 bytes on their way; seconds are those that 100,000 values take at the
        measured rate. Runs without and with `instrumentation` take turns. The paper's t-test found no significant
        difference.

        """
        + seconds.of(runs)
        + "\n"
        + verdicts
        + events(results.at(Axis.INSTRUMENTED, 1));
  }

  private static double paperSeconds(List<Integer> runs, int run) {
    return run <= runs.size() ? runs.get(run - 1) : Double.NaN;
  }

  private static double seconds(Results way, int run, int counting) {
    Results one = way.at(Axis.RUN, run).at(Axis.INSTRUMENTED, counting);
    return LibPaxosTables.RUN_VALUES / one.value(Measure.THROUGHPUT);
  }

  /** The paired t-test of the paper, with 95 % confidence. */
  private static String costOfCounting(Results way, Iterable<Integer> runs) {
    List<Double> differences = new ArrayList<>();
    for (int run : runs) {
      double share = seconds(way, run, 1) / seconds(way, run, 0) - 1;
      if (!Double.isNaN(share)) {
        differences.add(PERCENT * share);
      }
    }
    if (differences.size() < 2) {
      return "too few runs to compare";
    }
    MeanInterval mean =
        MeanInterval.of(differences.stream().mapToDouble(Double::doubleValue).toArray());
    return "counting takes %+.1f %% of the time, %+.1f to %+.1f %% with 95 %% confidence over %d pairs: %s"
        .formatted(
            mean.mean(),
            mean.mean() - mean.half(),
            mean.mean() + mean.half(),
            differences.size(),
            mean.excludesZero() ? "a significant difference" : "no significant difference");
  }

  private static String events(Results counted) {
    Table<EventCount> table =
        new Table<EventCount>()
            .text("counter", EventCount::name)
            .number("expected there", EventCount::expected)
            .number("LibPaxos, mean", EventCount::mean)
            .text(
                "here",
                event -> counter(event) == null ? "–" : "`" + counter(event).column() + "`");
    for (int batching = 0; batching < LibPaxosSections.WAYS.size(); batching++) {
      Results way = counted.at(Axis.BATCHING, batching);
      table.number(LibPaxosSections.WAYS.get(batching), event -> per100k(way, counter(event)));
    }
    return """

        ## Event counters

        Of 100,000 values, at the leader, which is the paper's proposer with its learner; means over the runs. Here Phase 1
        is done once for all slots, before the measurement, and nothing is lost: messages go over TCP. The leader sends
        each Accept to two others and receives two votes; what it sends to itself is not counted.

        """
        + table.of(LibPaxosTables.EVENTS);
  }

  /** The counter of the same meaning; null if there is none. */
  private static Measure counter(EventCount event) {
    return switch (event.name()) {
      case "send_prepare" -> Measure.PHASE1_STARTED;
      case "p1_timedout" -> Measure.PHASE1_TIMEOUTS;
      case "send_accept" -> Measure.PHASE2_SENT;
      case "delivering" -> Measure.COUNTED_INSTANCES;
      case "verify_val" -> Measure.COUNTED_VALUES;
      case "delivering_reserved" -> Measure.SLOTS_TAKEN_OVER;
      case "p2_timedout" -> Measure.PHASE2_TIMEOUTS;
      case "send_lsync" -> Measure.CATCH_UPS;
      case "handle_learn" -> Measure.PHASE2_RECEIVED;
      case "total_holes" -> Measure.HOLES;
      default -> null;
    };
  }

  private static double per100k(Results runs, Measure counter) {
    if (counter == null) {
      return Double.NaN;
    }
    return runs.all().stream()
        .mapToDouble(
            run ->
                LibPaxosTables.RUN_VALUES * run.value(counter) / run.value(Measure.COUNTED_VALUES))
        .average()
        .orElse(Double.NaN);
  }
}
