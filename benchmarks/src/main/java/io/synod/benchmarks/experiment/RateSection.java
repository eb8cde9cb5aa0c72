package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.LibPaxosTables.Latency;
import io.synod.benchmarks.experiment.catalogue.Axis;
import java.util.Map;
import java.util.TreeSet;

/** What a report says of latency over values per second, beside LibPaxos (Primi 2008, table 4). */
final class RateSection {
  private static final Latency UNKNOWN = new Latency(Double.NaN, Double.NaN, Double.NaN);

  private RateSection() {}

  static String of(Results results) {
    ReportTable table =
        new ReportTable(
            "values/s proposed",
            "LibPaxos, latency us: least",
            "mean",
            "most",
            "one at a time, latency us: least",
            "mean",
            "most",
            "values/s",
            "default, latency us: least",
            "mean",
            "most",
            "values/s");
    TreeSet<Integer> rates = new TreeSet<>(LibPaxosTables.LATENCIES.keySet());
    results.all().forEach(result -> rates.add((int) result.value(Axis.RATE)));
    for (int rate : rates) {
      Latency paper = LibPaxosTables.LATENCIES.getOrDefault(rate, UNKNOWN);
      Map<String, Integer> alone = Map.of(Axis.RATE, rate, Axis.BATCHING, 0);
      Map<String, Integer> batched = Map.of(Axis.RATE, rate, Axis.BATCHING, 1);
      table.row(
          ReportTable.number(rate),
          micros(paper.leastMillis()),
          micros(paper.meanMillis()),
          micros(paper.mostMillis()),
          results.micros(Result.LATENCY_LEAST, alone),
          results.micros(Result.LATENCY_MEAN, alone),
          results.micros(Result.LATENCY_MOST, alone),
          results.cell(Result.THROUGHPUT, alone),
          results.micros(Result.LATENCY_LEAST, batched),
          results.micros(Result.LATENCY_MEAN, batched),
          results.micros(Result.LATENCY_MOST, batched),
          results.cell(Result.THROUGHPUT, batched));
    }
    return """

        ## Latency of a second's values

        One client proposes all values of a second at its begin, of 30 to 3000 bytes, and latency is that of the last
        of them: what all of them take (section 6 of the paper, where a probe follows them every two seconds). "One at
        a time": one value an instance and a window of 1, as in LibPaxos; "default": batches and a window.

        """
        + table.text();
  }

  private static String micros(double millis) {
    return ReportTable.number(millis * 1000);
  }
}
