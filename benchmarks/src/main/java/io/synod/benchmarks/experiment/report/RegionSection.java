package io.synod.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The report's section on three regions: the messages between them for a write, latency over
 * throughput, and the paper's values.
 */
public final class RegionSection {
  private static final int REGIONS = 3;
  private static final int REMOTE_REGIONS = REGIONS - 1;

  // Section 6.4 has three replicas in each region.
  private static final int REPLICAS_COUNTED = 9;

  private RegionSection() {}

  /**
   * @param ofProcessor the share of each replica
   */
  public static String of(Results results, double ofProcessor) {
    return """

        ## Messages across regions

        One request an instance: frames that have passed the emulated links between two quiet moments, over the
        instances decided between them. Out are Accepts, or the Relays that carry them; back are votes. Bytes are
        those of frames, without TCP's. Heartbeats, pings and all others are counted apart.

        """
        + messages(results)
        + """

        ## Latency over throughput

        Each replica has %s of a processor. Half of the requests are reads, by the log; with a rate, all are writes.

        """
            .formatted(Table.formatted("%.0f %%", 100 * ofProcessor))
        + curves(results)
        + """

        ## Beside the paper

        Section 6.4 counts for three replicas in each of three regions. Figure 9 has five in each; the text gives no
        number of it.

        """
        + besideThePaper(results);
  }

  private static Table<Result> table() {
    return new Table<Result>()
        .number("n", result -> result.value(Axis.REPLICAS))
        .text("dissemination", result -> isRelayed(result) ? "relay, by region" : "direct")
        .text("load", RegionSection::load);
  }

  private static String load(Result result) {
    return result.isClosed()
        ? Table.number(result.value(Axis.OUTSTANDING))
        : Table.number(result.value(Axis.RATE)) + "/s";
  }

  private static boolean isRelayed(Result result) {
    return result.value(Axis.GROUPS) == REGIONS;
  }

  /** Counts messages on the links, under loads without queues. */
  private static String messages(Results results) {
    return table()
        .number("instances", result -> result.value(Measure.CROSS_INSTANCES))
        .number("Accepts out, counted", result -> counted(result, Measure.CROSS_ACCEPTS))
        .ratio("an instance", result -> result.value(Measure.CROSS_ACCEPTS))
        .number("votes back, counted", result -> counted(result, Measure.CROSS_VOTES))
        .ratio("an instance", result -> result.value(Measure.CROSS_VOTES))
        .formatted("by formula, each way", "%.0f", RegionSection::formula)
        .number("bytes out an instance", result -> whole(result, Measure.CROSS_ACCEPT_BYTES))
        .number("bytes back", result -> whole(result, Measure.CROSS_VOTE_BYTES))
        .number("heartbeats and pings/s", result -> whole(result, Measure.CROSS_LIVENESS))
        .number("their bytes/s", result -> whole(result, Measure.CROSS_LIVENESS_BYTES))
        .number("other messages", result -> result.value(Measure.CROSS_REST))
        .of(
            results.all().stream()
                .filter(result -> !result.isClosed() || result.value(Axis.OUTSTANDING) == 1)
                .toList());
  }

  private static double whole(Result result, Measure measure) {
    return Math.rint(result.value(measure));
  }

  private static double counted(Result result, Measure perInstance) {
    return Math.rint(result.value(perInstance) * result.value(Measure.CROSS_INSTANCES));
  }

  /** Section 6.4: one for each replica, or for each region, without the leader's. */
  private static double formula(Result result) {
    int members = result.number(Axis.REPLICAS) / REGIONS;
    return isRelayed(result) ? REMOTE_REGIONS : members * REMOTE_REGIONS;
  }

  private static String curves(Results results) {
    return table()
        .number("requests/s", result -> whole(result, Measure.THROUGHPUT))
        .ratio("p50 ms", result -> result.value(Measure.P50))
        .ratio("p99 ms", result -> result.value(Measure.P99))
        .percent("leader's CPU", "%.1f %%", result -> result.value(Measure.LEADER_SHARE))
        .percent("follower's, largest", "%.1f %%", result -> result.value(Measure.FOLLOWER_SHARE))
        .percent("machine busy", "%.1f %%", result -> result.value(Measure.MACHINE_BUSY))
        .ratio("across regions an instance, out", result -> result.value(Measure.CROSS_ACCEPTS))
        .ratio("back", result -> result.value(Measure.CROSS_VOTES))
        .of(results.all());
  }

  /** A figure beside the paper's. */
  private record Claim(String what, int replicas, String paper, String here) {}

  private static String besideThePaper(Results results) {
    List<Claim> claims = new ArrayList<>();
    TreeSet<Integer> counts = new TreeSet<>();
    results.all().forEach(result -> counts.add(result.number(Axis.REPLICAS)));
    for (int n : counts) {
      Results all = results.at(Axis.REPLICAS, n);
      bothWays(all, result -> !result.isClosed())
          .ifPresent(low -> claims.addAll(atLowLoad(n, low)));
      bothWays(all, Result::isClosed)
          .ifPresent(
              top ->
                  claims.add(
                      new Claim(
                          "greatest throughput, by relays / direct",
                          n,
                          "much higher levels",
                          digits(top.relayedOverDirect(Measure.THROUGHPUT)))));
    }
    return new Table<Claim>()
        .text("what", Claim::what)
        .text("n", claim -> String.valueOf(claim.replicas))
        .text("the paper", Claim::paper)
        .text("here", Claim::here)
        .of(claims);
  }

  private static List<Claim> atLowLoad(int n, Both low) {
    boolean counted = n == REPLICAS_COUNTED;
    return List.of(
        new Claim(
            "Accepts across regions an instance, direct and by relays",
            n,
            counted ? "6 and 2" : Table.NONE,
            digits(low.direct.value(Measure.CROSS_ACCEPTS))
                + " and "
                + digits(low.relayed.value(Measure.CROSS_ACCEPTS))),
        new Claim(
            "bytes across regions an instance, both directions, direct / by relays",
            n,
            counted ? "3" : Table.NONE,
            digits(bytes(low.direct) / bytes(low.relayed))),
        new Claim(
            "p50 at low load, by relays / direct",
            n,
            "no difference to be seen",
            digits(low.relayedOverDirect(Measure.P50))));
  }

  private static double bytes(Result result) {
    return result.value(Measure.CROSS_ACCEPT_BYTES) + result.value(Measure.CROSS_VOTE_BYTES);
  }

  private static String digits(double value) {
    return Table.formatted("%.2f", value);
  }

  private record Both(Result direct, Result relayed) {
    double relayedOverDirect(Measure measure) {
      return relayed.value(measure) / direct.value(measure);
    }
  }

  /**
   * The greatest throughputs under one kind of load; empty if one of the two was not measured yet.
   */
  private static Optional<Both> bothWays(Results results, Predicate<Result> ofLoad) {
    return greatest(results, ofLoad.and(result -> !isRelayed(result)))
        .flatMap(
            direct ->
                greatest(results, ofLoad.and(RegionSection::isRelayed))
                    .map(relayed -> new Both(direct, relayed)));
  }

  private static Optional<Result> greatest(Results results, Predicate<Result> of) {
    return results.all().stream()
        .filter(of)
        .max(Comparator.comparingDouble(result -> result.value(Measure.THROUGHPUT)));
  }
}
