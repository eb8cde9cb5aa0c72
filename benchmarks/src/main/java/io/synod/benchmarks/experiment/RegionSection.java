package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a report says of three regions: what passes between them for a write, how latency grows with
 * throughput, and both beside what the paper says.
 */
final class RegionSection {
  private static final int REGIONS = 3;
  private static final int REMOTE_REGIONS = REGIONS - 1;
  private static final double PERCENT = 100;

  // Section 6.4 has three in each region.
  private static final String REPLICAS_COUNTED = "9";

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

  /** Counted where they pass the links, at loads at which nothing waits for anything. */
  private void messages() {
    ReportTable table =
        new ReportTable(
            "n",
            "dissemination",
            "load",
            "instances",
            "Accepts out, counted",
            "an instance",
            "votes back, counted",
            "an instance",
            "by formula, each way",
            "bytes out an instance",
            "bytes back",
            "heartbeats and pings/s",
            "their bytes/s",
            "other messages");
    for (Result result : results) {
      if (PeakCurve.isOpen(result) || result.value(Axis.OUTSTANDING) == 1) {
        table.row(
            ReportTable.number(result.value(Axis.REPLICAS)),
            dissemination(result),
            load(result),
            ReportTable.number(result.value(Result.CROSS_INSTANCES)),
            counted(result, Result.CROSS_ACCEPTS),
            digits(result.value(Result.CROSS_ACCEPTS)),
            counted(result, Result.CROSS_VOTES),
            digits(result.value(Result.CROSS_VOTES)),
            String.valueOf(formula(result)),
            ReportTable.number(Math.rint(result.value(Result.CROSS_ACCEPT_BYTES))),
            ReportTable.number(Math.rint(result.value(Result.CROSS_VOTE_BYTES))),
            ReportTable.number(Math.rint(result.value(Result.CROSS_LIVENESS))),
            ReportTable.number(Math.rint(result.value(Result.CROSS_LIVENESS_BYTES))),
            ReportTable.number(result.value(Result.CROSS_REST)));
      }
    }
    text.append(
        """

        ## Messages across regions

        One request an instance: frames that have passed the emulated links between two quiet moments, over the
        instances decided between them. Out are Accepts, or the Relays that carry them; back are votes. Bytes are
        those of frames, without TCP's. Heartbeats, pings and all others are counted apart.

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
          load(result),
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
    Map<Integer, List<Result>> byReplicas =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> (int) result.value(Axis.REPLICAS),
                    TreeMap::new,
                    Collectors.toList()));
    byReplicas.forEach(
        (replicas, all) -> {
          String n = String.valueOf(replicas);
          bothWays(all, PeakCurve::isOpen).ifPresent(low -> atLowLoad(table, n, low));
          bothWays(all, result -> !PeakCurve.isOpen(result)).ifPresent(top -> atTop(table, n, top));
        });
    text.append(
        """

        ## Beside the paper

        Section 6.4 counts for three replicas in each of three regions. Figure 9 has five in each; the text gives no
        number of it.

        """);
    text.append(table.text());
  }

  private static void atLowLoad(ReportTable table, String n, Both low) {
    boolean counted = n.equals(REPLICAS_COUNTED);
    table.row(
        "Accepts across regions an instance, direct and by relays",
        n,
        counted ? "6 and 2" : ReportTable.NONE,
        digits(low.direct.value(Result.CROSS_ACCEPTS))
            + " and "
            + digits(low.relayed.value(Result.CROSS_ACCEPTS)));
    table.row(
        "bytes across regions an instance, both directions, direct / by relays",
        n,
        counted ? "3" : ReportTable.NONE,
        digits(bytes(low.direct) / bytes(low.relayed)));
    table.row(
        "p50 at low load, by relays / direct",
        n,
        "no difference to be seen",
        digits(low.relayedOverDirect(Result.P50)));
  }

  private static double bytes(Result result) {
    return result.value(Result.CROSS_ACCEPT_BYTES) + result.value(Result.CROSS_VOTE_BYTES);
  }

  private static void atTop(ReportTable table, String n, Both top) {
    table.row(
        "greatest throughput, by relays / direct",
        n,
        "much higher levels",
        digits(top.relayedOverDirect(Result.THROUGHPUT)));
  }

  private record Both(Result direct, Result relayed) {
    double relayedOverDirect(String measure) {
      return relayed.value(measure) / direct.value(measure);
    }
  }

  /** Of one kind of load the greatest throughputs; nothing if one way is not measured yet. */
  private static Optional<Both> bothWays(List<Result> results, Predicate<Result> ofLoad) {
    Map<Boolean, Optional<Result>> greatest =
        results.stream()
            .filter(ofLoad)
            .collect(
                Collectors.partitioningBy(
                    RegionSection::isRelayed,
                    Collectors.maxBy(
                        Comparator.comparingDouble(result -> result.value(Result.THROUGHPUT)))));
    return greatest
        .get(false)
        .flatMap(direct -> greatest.get(true).map(relayed -> new Both(direct, relayed)));
  }

  private static boolean isRelayed(Result result) {
    return result.value(Axis.GROUPS) == REGIONS;
  }

  private static String dissemination(Result result) {
    return isRelayed(result) ? "relay, by region" : "direct";
  }

  private static String load(Result result) {
    return PeakCurve.isOpen(result)
        ? ReportTable.number(result.value(Axis.RATE)) + "/s"
        : ReportTable.number(result.value(Axis.OUTSTANDING));
  }

  private static String counted(Result result, String perInstance) {
    double instances = result.value(Result.CROSS_INSTANCES);
    return ReportTable.number(Math.rint(result.value(perInstance) * instances));
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
