package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** What a report says of learners, beside LibPaxos (Primi 2008, table 8). */
final class LearnerSection {
  private static final int LATENCY_RATE = 2000;
  private static final List<String> WAYS = List.of("one at a time", "default");

  private final Results results;
  private final ReportTable throughputs =
      new ReportTable(
          "learners",
          "LibPaxos, values/s",
          "of that with 0",
          "here",
          "values/s",
          "of that with 0",
          "leader's CPU us a value",
          "learners' CPU us a value, all together",
          "at the leader",
          "last behind, slots",
          "ms until it has them",
          "fetched a snapshot",
          "machine busy");
  private final ReportTable latencies =
      new ReportTable(
          "learners",
          "LibPaxos, latency us",
          "here",
          "latency us: least",
          "mean",
          "most",
          "values/s",
          "last behind, slots",
          "ms until it has them");

  private LearnerSection(Results results) {
    this.results = results;
  }

  static String of(Results results) {
    LearnerSection section = new LearnerSection(results);
    TreeSet<Integer> counts = new TreeSet<>(LibPaxosTables.BY_LEARNERS.keySet());
    counts.addAll(LibPaxosTables.LATENCIES_BY_LEARNERS.keySet());
    results.all().forEach(result -> counts.add((int) result.value(Axis.LEARNERS)));
    for (int batching = 0; batching < WAYS.size(); batching++) {
      for (int learners : counts) {
        section.throughput(learners, batching);
        section.latency(learners, batching);
      }
    }
    return """

        ## Values per second over learners

        One client with 300 values of 30 to 3000 bytes on their way. The paper's learners hear the acceptors by
        multicast, beside one in the proposer; here each follows one replica, and the replicas execute as well. All
        share one machine. Behind is counted when the load ends: what the leader has executed then and the last
        learner has not, and how long that one takes for it; one that fetches a snapshot skips what it holds.

        """
        + section.throughputs.text()
        + """

        ## Latency over learners

        One client proposes 2000 values at the begin of each second, and latency is that of the last of them.

        """
        + section.latencies.text();
  }

  private void throughput(int learners, int batching) {
    Map<String, Integer> axes = axes(learners, batching, 0);
    double paper = paper(LibPaxosTables.BY_LEARNERS, learners);
    if (Double.isNaN(paper) && results.at(axes).isEmpty()) {
      return;
    }
    throughputs.row(
        String.valueOf(learners),
        ReportTable.number(paper),
        share(paper, paper(LibPaxosTables.BY_LEARNERS, 0)),
        WAYS.get(batching),
        results.cell(Result.THROUGHPUT, axes),
        share(
            results.value(Result.THROUGHPUT, axes),
            results.value(Result.THROUGHPUT, axes(0, batching, 0))),
        results.cell(Result.LEADER_CPU, axes),
        results.cell(Result.LEARNERS_CPU, axes),
        results.cell(Result.LEARNERS_AT_LEADER, axes),
        results.cell(Result.BEHIND_SLOTS, axes),
        results.cell(Result.BEHIND_MILLIS, axes),
        results.cell(Result.LEARNER_SNAPSHOTS, axes),
        share(results.value(Result.MACHINE_BUSY, axes), 1));
  }

  private void latency(int learners, int batching) {
    Map<String, Integer> axes = axes(learners, batching, LATENCY_RATE);
    double paper = paper(LibPaxosTables.LATENCIES_BY_LEARNERS, learners);
    if (Double.isNaN(paper) && results.at(axes).isEmpty()) {
      return;
    }
    latencies.row(
        String.valueOf(learners),
        ReportTable.number(paper),
        WAYS.get(batching),
        results.micros(Result.LATENCY_LEAST, axes),
        results.micros(Result.LATENCY_MEAN, axes),
        results.micros(Result.LATENCY_MOST, axes),
        results.cell(Result.THROUGHPUT, axes),
        results.cell(Result.BEHIND_SLOTS, axes),
        results.cell(Result.BEHIND_MILLIS, axes));
  }

  /** Not a number if the paper has none. */
  private static double paper(Map<Integer, Integer> table, int learners) {
    return table.containsKey(learners) ? table.get(learners) : Double.NaN;
  }

  private static String share(double value, double of) {
    double share = value / of;
    return Double.isNaN(share) ? ReportTable.NONE : String.format(Locale.ROOT, "%.2f", share);
  }

  private static Map<String, Integer> axes(int learners, int batching, int rate) {
    return Map.of(Axis.LEARNERS, learners, Axis.BATCHING, batching, Axis.RATE, rate);
  }
}
