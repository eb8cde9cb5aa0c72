package io.synod.benchmarks.experiment.report;

import io.synod.core.settings.Consistency;
import io.synod.tuning.model.MessageLoad;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The report's sections on a leader's messages, on values with relays, and on reads: PigPaxos. */
public final class RelaySections {
  // Formula 1 counts all messages, including two of the client.
  private static final int CLIENT_MESSAGES = 2;

  private RelaySections() {}

  /** A number of replicas and of relay groups. */
  private record Clustered(int replicas, int groups) {

    MessageLoad load() {
      return new MessageLoad(replicas, groups);
    }

    String groupsText() {
      return groups == replicas - 1 ? groups + " (direct)" : String.valueOf(groups);
    }

    double of(Results results, Measure measure) {
      return results.at(Axis.REPLICAS, replicas).at(Axis.GROUPS, groups).value(measure);
    }
  }

  /** A leader's messages and CPU, by relay groups: tables 1 and 2. */
  public static String messages(Results results) {
    LinkedHashSet<Clustered> rows = new LinkedHashSet<>();
    results
        .all()
        .forEach(
            result ->
                rows.add(new Clustered(result.number(Axis.REPLICAS), result.number(Axis.GROUPS))));
    Results batched = only(results, result -> result.value(Axis.BATCH_REQUESTS) > 1);
    Results unbatched = results.at(Axis.BATCH_REQUESTS, 1);
    Results alone = only(unbatched, result -> !result.isClosed());
    Results single = only(unbatched, Result::isClosed);
    return "\n## The leader's messages of Phase 2, and its CPU, an instance\n\n"
        + new Table<Clustered>()
            .text("n", row -> String.valueOf(row.replicas))
            .text("r", Clustered::groupsText)
            .formatted("paper, M_l", "%.0f", row -> Math.round(row.load().ofLeader()))
            .ratio("M_f", row -> row.load().ofFollower())
            .percent("overhead", "%.0f %%", row -> row.load().leaderOverhead())
            .formatted(
                "M_l without the client's",
                "%.0f",
                row -> Math.round(row.load().ofLeader()) - CLIENT_MESSAGES)
            .ratio("messages one at a time", row -> row.of(alone, Measure.LEADER_MESSAGES))
            .ratio("without pause", row -> row.of(single, Measure.LEADER_MESSAGES))
            .ratio("in batches", row -> row.of(batched, Measure.LEADER_MESSAGES))
            .number("leader's CPU an instance, ms", row -> row.of(single, Measure.INSTANCE_CPU))
            .number("of a batch, ms", row -> row.of(batched, Measure.INSTANCE_CPU))
            .number("requests/s", row -> row.of(single, Measure.THROUGHPUT))
            .number("in batches, requests/s", row -> row.of(batched, Measure.THROUGHPUT))
            .of(rows);
  }

  private static Results only(Results results, Predicate<Result> wanted) {
    return new Results(results.all().stream().filter(wanted).toList());
  }

  /** A peak, and that of the shortest value. */
  private record Peak(long groups, long bytes, double perSecond, double ofShortest) {}

  /** Peaks over the bytes of a value, each beside that of the shortest: figure 12. */
  public static String payload(Results results) {
    Map<Long, TreeMap<Long, Double>> peaks = new TreeMap<>();
    for (Result result : results.all()) {
      peaks
          .computeIfAbsent((long) result.value(Axis.GROUPS), unused -> new TreeMap<>())
          .merge((long) result.value(Axis.REQUEST), result.value(Measure.THROUGHPUT), Math::max);
    }
    List<Peak> rows = new ArrayList<>();
    peaks.forEach(
        (groups, byBytes) ->
            byBytes.forEach(
                (bytes, peak) ->
                    rows.add(new Peak(groups, bytes, peak, byBytes.firstEntry().getValue()))));
    return "\n## Peaks over the bytes of a value\n\n"
        + new Table<Peak>()
            .text("r", peak -> String.valueOf(peak.groups))
            .text("bytes", peak -> String.valueOf(peak.bytes))
            .formatted("peak, requests/s", "%,.0f", Peak::perSecond)
            .ratio("of that with the shortest", peak -> peak.perSecond / peak.ofShortest)
            .of(rows);
  }

  /** Reads for each consistency: throughput, latency, and the replicas' costs (section 4.3). */
  public static String reads(Results results) {
    Table<Result> table =
        new Table<Result>()
            .number("n", result -> result.value(Axis.REPLICAS))
            .text("reads", result -> Table.number(result.value(Axis.READS)) + " %")
            .number("outstanding", result -> result.value(Axis.OUTSTANDING))
            .text("consistency", RelaySections::consistency)
            .number("requests/s", result -> result.value(Measure.THROUGHPUT))
            .number("p50 ms", result -> result.value(Measure.P50))
            .number("p99 ms", result -> result.value(Measure.P99))
            .number("CPU us a request, all replicas", result -> result.value(Measure.REPLICAS_CPU))
            .number("of that the leader's", result -> result.value(Measure.LEADER_CPU))
            .percent(
                "the leader's share",
                "%.0f %%",
                result -> result.value(Measure.LEADER_CPU) / result.value(Measure.REPLICAS_CPU))
            .number("unanswered", result -> result.value(Measure.UNANSWERED))
            .number("BUSY", result -> result.value(Measure.BUSY));
    return """

        ## Reads

        Reads of a thousand keys, values of 128 bytes, by up to twelve clients; `bounded` is 100 ms. The clients of
        `quorum`, `bounded` and `stale` draw a replica each: that of a single one may be the leader.

        """
        + table.of(results.all());
  }

  private static String consistency(Result result) {
    Consistency.Kind kind = Consistency.Kind.values()[result.number(Axis.CONSISTENCY)];
    return "`" + kind.name().toLowerCase(Locale.ROOT) + "`";
  }
}
