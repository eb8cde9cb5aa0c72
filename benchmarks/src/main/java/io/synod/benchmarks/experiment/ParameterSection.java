package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Configuration;
import java.util.Locale;
import java.util.Map;

/** What a report says of settings, beside LibPaxos (Primi 2008, tables 10 and 11). */
final class ParameterSection {
  private static final int LIGHT = 1000;

  private ParameterSection() {}

  static String of(Results results) {
    ReportTable table =
        new ReportTable(
            "configuration",
            "settings",
            "LibPaxos, values/s",
            "of its default",
            "here, values/s",
            "of the default",
            "p50 ms",
            "latency at 1000/s, us");
    double paperDefault = LibPaxosTables.BY_CONFIGURATION.get(Configuration.DEFAULT);
    double ourDefault = results.value(Result.THROUGHPUT, axes(Configuration.DEFAULT, 0));
    for (Configuration configuration : Configuration.values()) {
      Integer told = LibPaxosTables.BY_CONFIGURATION.get(configuration);
      double paper = told == null ? Double.NaN : told;
      double ours = results.value(Result.THROUGHPUT, axes(configuration, 0));
      table.row(
          configuration.title(),
          String.join(", ", configuration.settings()),
          ReportTable.number(paper),
          share(paper, paperDefault),
          ReportTable.number(ours),
          share(ours, ourDefault),
          results.cell(Result.P50, axes(configuration, 0)),
          results.micros(Result.LATENCY_MEAN, axes(configuration, LIGHT)));
    }
    return """

        ## Settings

        One client with 300 values of 30 to 3000 bytes on their way. A to E change what corresponds to the paper's
        parameters, in its proportions: pre-execution window (`pipeline.window`: Phase 1 is done once for all slots
        here), the learner's interval (`catch-up.timeout`) and array (`execution.backlog`), the acceptor's array
        (`log.max-bytes`), the timeout of Phase 1 (`election.timeout`). The others have no counterpart there.

        """
        + table.text();
  }

  private static String share(double rate, double ofDefault) {
    double share = rate / ofDefault;
    return Double.isNaN(share) ? ReportTable.NONE : String.format(Locale.ROOT, "%.2f", share);
  }

  private static Map<String, Integer> axes(Configuration configuration, int rate) {
    return Map.of(Axis.CONFIGURATION, configuration.number(), Axis.RATE, rate);
  }
}
