package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a report says of three regions: what passes between them for a write, how latency grows with
 * throughput, and both beside what the paper says.
 */
final class RegionSection {
  private static final int REGIONS = 3;
  private static final int REMOTE_REGIONS = REGIONS - 1;
  private static final double PERCENT = 100;

  private final StringBuilder text = new StringBuilder();
  private final List<Result> results;

  private RegionSection(List<Result> results) {
    this.results = results;
  }

  static String of(List<Result> results) {
    RegionSection section = new RegionSection(results);
    section.messages();
    section.curves();
    section.besideThePaper();
    return section.text.toString();
  }

  /** Counted where links between regions end, at a load at which nothing waits for anything. */
  private void messages() {
    ReportTable table =
        new ReportTable(
            "n",
            "dissemination",
            "writes",
            "Accepts across regions a write, counted",
            "by formula",
            "votes across regions a write, counted",
            "bytes out a write",
            "bytes back a write",
            "heartbeats and pings/s",
            "their bytes/s",
            "other messages");
    for (Result result : results) {
      if (PeakCurve.isOpen(result)) {
        table.row(
            ReportTable.number(result.value(Axis.REPLICAS)),
            dissemination(result),
            ReportTable.number(result.value(Result.CROSS_INSTANCES)),
            digits(result.value(Result.CROSS_ACCEPTS)),
            String.valueOf(formula(result)),
            digits(result.value(Result.CROSS_VOTES)),
            ReportTable.number(result.value(Result.CROSS_ACCEPT_BYTES)),
            ReportTable.number(result.value(Result.CROSS_VOTE_BYTES)),
            ReportTable.number(result.value(Result.CROSS_LIVENESS)),
            ReportTable.number(result.value(Result.CROSS_LIVENESS_BYTES)),
            ReportTable.number(result.value(Result.CROSS_REST)));
      }
    }
    text.append(
        """

        ## Messages across regions

        One write an instance, ten a second: frames that have passed the emulated links, over the instances decided
        between two quiet moments. Out are Accepts, or the Relays that carry them; back are votes. Bytes are those of
        frames, without TCP's.

        """);
    text.append(table.text());
  }

  private void curves() {
    ReportTable table =
        new ReportTable(
            "n",
            "dissemination",
            "load",
            "requests/s",
            "p50 ms",
            "p99 ms",
            "leader's CPU",
            "follower's, largest",
            "machine busy",
            "across regions an instance, out",
            "back");
    for (Result result : results) {
      table.row(
          ReportTable.number(result.value(Axis.REPLICAS)),
          dissemination(result),
          PeakCurve.isOpen(result)
              ? ReportTable.number(result.value(Axis.RATE)) + "/s"
              : ReportTable.number(result.value(Axis.OUTSTANDING)),
          ReportTable.number(Math.rint(result.value(Result.THROUGHPUT))),
          digits(result.value(Result.P50)),
          digits(result.value(Result.P99)),
          percent(result.value(Result.LEADER_SHARE)),
          percent(result.value(Result.FOLLOWER_SHARE)),
          percent(result.value(Result.MACHINE_BUSY)),
          digits(result.value(Result.CROSS_ACCEPTS)),
          digits(result.value(Result.CROSS_VOTES)));
    }
    text.append(
        String.format(
            Locale.ROOT,
            """

            ## Latency over throughput

            Each replica has %.0f %% of a processor. Half of the requests are reads, by the log; with a rate, all are writes.

            """,
            PERCENT * Experiment.CPU_SHARE));
    text.append(table.text());
  }

  private void besideThePaper() {
    ReportTable table = new ReportTable("what", "n", "the paper", "here");
    byReplicas()
        .forEach(
            (replicas, ways) -> {
              String n = String.valueOf(replicas);
              boolean counted = replicas == 9;
              low(ways, false)
                  .flatMap(direct -> low(ways, true).map(relay -> new Pair(direct, relay)))
                  .ifPresent(
                      low -> {
                        table.row(
                            "messages across regions a write, direct and by relays",
                            n,
                            counted ? "6 and 2" : ReportTable.NONE,
                            "%s and %s"
                                .formatted(
                                    digits(low.direct.value(Result.CROSS_ACCEPTS)),
                                    digits(low.relay.value(Result.CROSS_ACCEPTS))));
                        table.row(
                            "bytes out a write, direct / by relays",
                            n,
                            counted ? "3" : ReportTable.NONE,
                            digits(low.directOverRelay(Result.CROSS_ACCEPT_BYTES)));
                        table.row(
                            "p50 at low load, by relays / direct",
                            n,
                            "no difference to be seen",
                            digits(1 / low.directOverRelay(Result.P50)));
                      });
              peak(ways, false)
                  .flatMap(direct -> peak(ways, true).map(relay -> new Pair(direct, relay)))
                  .ifPresent(
                      peak ->
                          table.row(
                              "greatest throughput, by relays / direct",
                              n,
                              "much higher levels",
                              digits(1 / peak.directOverRelay(Result.THROUGHPUT))));
            });
    text.append(
        """

        ## Beside the paper

        Section 6.4 counts for three replicas in each of three regions, figure 9 has five in each, of which the text
        gives no number.

        """);
    text.append(table.text());
  }

  private record Pair(Result direct, Result relay) {
    double directOverRelay(String measure) {
      return direct.value(measure) / relay.value(measure);
    }
  }

  private Map<Integer, List<Result>> byReplicas() {
    return results.stream()
        .collect(
            Collectors.groupingBy(
                result -> (int) result.value(Axis.REPLICAS), TreeMap::new, Collectors.toList()));
  }

  private static Optional<Result> low(List<Result> ways, boolean relayed) {
    return ways.stream()
        .filter(result -> PeakCurve.isOpen(result) && isRelayed(result) == relayed)
        .findFirst();
  }

  private static Optional<Result> peak(List<Result> ways, boolean relayed) {
    return ways.stream()
        .filter(result -> !PeakCurve.isOpen(result) && isRelayed(result) == relayed)
        .max(Comparator.comparingDouble(result -> result.value(Result.THROUGHPUT)));
  }

  private static boolean isRelayed(Result result) {
    return result.value(Axis.GROUPS) == REGIONS;
  }

  private static String dissemination(Result result) {
    return isRelayed(result) ? "relay, by region" : "direct";
  }

  /** Section 6.4: one for each replica, or for each region, that the leader is not in. */
  private static int formula(Result result) {
    int replicas = (int) result.value(Axis.REPLICAS);
    return isRelayed(result) ? REMOTE_REGIONS : replicas / REGIONS * REMOTE_REGIONS;
  }

  private static String digits(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", PERCENT * share);
  }
}
