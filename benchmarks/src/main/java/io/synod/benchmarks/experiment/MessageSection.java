package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.tuning.model.MessageLoad;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a report says of a leader's messages and CPU, by relay groups: PigPaxos, tables 1 and 2. */
final class MessageSection {
  // Formula 1 is of all messages: two of them are the client's.
  private static final int CLIENT_MESSAGES = 2;
  private static final double PERCENT = 100;

  private final int replicas;
  private final int groups;

  // Null if it is not measured.
  private Result alone;
  private Result single;
  private Result batched;

  private MessageSection(Result of) {
    replicas = (int) of.value(Axis.REPLICAS);
    groups = (int) of.value(Axis.GROUPS);
  }

  static String of(List<Result> results) {
    Map<String, MessageSection> rows = new LinkedHashMap<>();
    for (Result result : results) {
      MessageSection row = new MessageSection(result);
      rows.computeIfAbsent(row.replicas + " " + row.groups, key -> row).add(result);
    }
    ReportTable table =
        new ReportTable(
            "n",
            "r",
            "paper, M_l",
            "M_f",
            "overhead",
            "M_l without the client's",
            "messages one at a time",
            "without pause",
            "in batches",
            "leader's CPU an instance, ms",
            "of a batch, ms",
            "requests/s",
            "in batches, requests/s");
    rows.values().forEach(row -> row.write(table));
    return "\n## The leader's messages of Phase 2, and its CPU, an instance\n\n" + table.text();
  }

  private void add(Result result) {
    if (result.value(Axis.BATCH_REQUESTS) > 1) {
      batched = result;
    } else if (result.value(Axis.RATE) > 0) {
      alone = result;
    } else {
      single = result;
    }
  }

  private void write(ReportTable table) {
    MessageLoad paper = new MessageLoad(replicas, groups);
    long formula = Math.round(paper.ofLeader());
    table.row(
        String.valueOf(replicas),
        groups == replicas - 1 ? groups + " (direct)" : String.valueOf(groups),
        String.valueOf(formula),
        String.format(Locale.ROOT, "%.2f", paper.ofFollower()),
        String.format(Locale.ROOT, "%.0f %%", PERCENT * paper.leaderOverhead()),
        String.valueOf(formula - CLIENT_MESSAGES),
        messages(alone),
        messages(single),
        messages(batched),
        number(single, Result.INSTANCE_CPU),
        number(batched, Result.INSTANCE_CPU),
        number(single, Result.THROUGHPUT),
        number(batched, Result.THROUGHPUT));
  }

  private static String messages(Result result) {
    return result == null
        ? ReportTable.NONE
        : String.format(Locale.ROOT, "%.2f", result.value(Result.LEADER_MESSAGES));
  }

  private static String number(Result result, String measure) {
    return ReportTable.number(result == null ? Double.NaN : result.value(measure));
  }
}
