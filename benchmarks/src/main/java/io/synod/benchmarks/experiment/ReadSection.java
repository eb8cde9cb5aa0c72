package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.core.settings.Consistency;
import java.util.Locale;

/** What a report says of reads, for each consistency: how many, how long, and at whose cost. */
final class ReadSection {

  private ReadSection() {}

  static String of(Results results) {
    ReportTable table =
        new ReportTable(
            "n",
            "reads",
            "outstanding",
            "consistency",
            "requests/s",
            "p50 ms",
            "p99 ms",
            "CPU us a request, all replicas",
            "of that the leader's",
            "the leader's share",
            "unanswered",
            "BUSY");
    for (Result result : results.all()) {
      double all = result.value(Result.REPLICAS_CPU);
      double leader = result.value(Result.LEADER_CPU);
      table.row(
          ReportTable.number(result.value(Axis.REPLICAS)),
          ReportTable.number(result.value(Axis.READS)) + " %",
          ReportTable.number(result.value(Axis.OUTSTANDING)),
          consistency(result),
          ReportTable.number(result.value(Result.THROUGHPUT)),
          ReportTable.number(result.value(Result.P50)),
          ReportTable.number(result.value(Result.P99)),
          ReportTable.number(all),
          ReportTable.number(leader),
          String.format(Locale.ROOT, "%.0f %%", 100 * leader / all),
          ReportTable.number(result.value(Result.UNANSWERED)),
          ReportTable.number(result.value(Result.BUSY)));
    }
    return """

        ## Reads

        Reads of a thousand keys, values of 128 bytes, by up to twelve clients; `bounded` is 100 ms. The clients of
        `quorum`, `bounded` and `stale` draw a replica each: that of a single one may be the leader.

        """
        + table.text();
  }

  private static String consistency(Result result) {
    Consistency.Kind kind = Consistency.Kind.values()[(int) result.value(Axis.CONSISTENCY)];
    return "`" + kind.name().toLowerCase(Locale.ROOT) + "`";
  }
}
