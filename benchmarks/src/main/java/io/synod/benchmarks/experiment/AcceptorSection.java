package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a report says of values per second over replicas, beside LibPaxos (Primi 2008, table 7). */
final class AcceptorSection {
  private static final int LEAST = 3;

  private AcceptorSection() {}

  static String of(Results results) {
    ReportTable table =
        new ReportTable(
            "n",
            "f",
            "LibPaxos, values/s",
            "of that with 3",
            "s for 100,000",
            "one at a time, values/s",
            "of that with 3",
            "s for 100,000",
            "leader's CPU us a value",
            "default, values/s",
            "of that with 3",
            "s for 100,000",
            "leader's CPU us a value");
    for (Map.Entry<Integer, Integer> paper :
        new TreeMap<>(LibPaxosTables.BY_ACCEPTORS).entrySet()) {
      int replicas = paper.getKey();
      double paperRate = paper.getValue();
      Map<String, Integer> alone = axes(replicas, 0);
      Map<String, Integer> batched = axes(replicas, 1);
      table.row(
          String.valueOf(replicas),
          String.valueOf((replicas - 1) / 2),
          ReportTable.number(paperRate),
          share(paperRate, LibPaxosTables.BY_ACCEPTORS.get(LEAST)),
          seconds(paperRate),
          results.cell(Result.THROUGHPUT, alone),
          share(results, replicas, 0),
          seconds(results.value(Result.THROUGHPUT, alone)),
          results.cell(Result.LEADER_CPU, alone),
          results.cell(Result.THROUGHPUT, batched),
          share(results, replicas, 1),
          seconds(results.value(Result.THROUGHPUT, batched)),
          results.cell(Result.LEADER_CPU, batched));
    }
    return """

        ## Values per second over acceptors

        One client with 300 values of 30 to 3000 bytes on their way. The paper's acceptors have a machine each, and one
        learner executes; here each acceptor is a replica that learns and executes, and all share one machine.

        """
        + table.text();
  }

  private static String seconds(double perSecond) {
    return ReportTable.number(LibPaxosTables.RUN_VALUES / perSecond);
  }

  private static String share(Results results, int replicas, int batching) {
    return share(
        results.value(Result.THROUGHPUT, axes(replicas, batching)),
        results.value(Result.THROUGHPUT, axes(LEAST, batching)));
  }

  private static String share(double rate, double ofLeast) {
    double share = rate / ofLeast;
    return Double.isNaN(share) ? ReportTable.NONE : String.format(Locale.ROOT, "%.2f", share);
  }

  private static Map<String, Integer> axes(int replicas, int batching) {
    return Map.of(Axis.REPLICAS, replicas, Axis.BATCHING, batching);
  }
}
