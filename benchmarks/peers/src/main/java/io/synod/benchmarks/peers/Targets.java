package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.Row;
import io.synod.benchmarks.peers.server.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Synod's performance targets against Aeron Cluster in the same run, and whether it met them. */
final class Targets {
  private static final int MANY = 900;
  private static final int SMALL_BYTES = 128;
  private static final double STAGED = 4.5;
  private static final double MERGED = 6;
  private static final double STAGED_DURABLE = 3.5;
  private static final double MERGED_DURABLE_SMALL = 5;
  private static final double MERGED_DURABLE_LARGE = 4;
  private static final double LATENCY_STAGED = 1;
  private static final double LATENCY_MERGED = 3.3;

  private final PeersReport report;
  private final List<String> lines = new ArrayList<>();

  private Targets(PeersReport report) {
    this.report = report;
  }

  /** A line for each target for which both systems were measured. */
  static List<String> of(PeersReport report) {
    Targets targets = new Targets(report);
    for (Point point : report.options().points()) {
      targets.add(Contender.SYNOD_STAGED, point);
      targets.add(Contender.SYNOD_MERGED, point);
    }
    return targets.lines;
  }

  private void add(Contender synod, Point point) {
    Optional<Row> ours = report.row(synod, point);
    Optional<Row> theirs = report.row(Contender.AERON, point);
    if (ours.isEmpty() || theirs.isEmpty()) {
      return;
    }
    String name = "%s, %s: ".formatted(point, synod);
    boolean staged = synod == Contender.SYNOD_STAGED;
    if (point.outstanding() == MANY) {
      double times = ours.get().perSecond() / theirs.get().perSecond();
      add(name + "answers %.2f times what aeron does", times, throughput(staged, point));
    }
    if (point.outstanding() == 1) {
      double times = median(theirs.get()) / median(ours.get());
      add(
          name + "aeron's p50 is %.2f times its own",
          times,
          staged ? LATENCY_STAGED : LATENCY_MERGED);
    }
    double cpu = cpu(theirs.get()) / cpu(ours.get());
    add(name + "aeron takes %.2f times its CPU for a request", cpu, 1);
  }

  private static double throughput(boolean staged, Point point) {
    if (point.durability() != Durability.DURABLE) {
      return staged ? STAGED : MERGED;
    }
    if (staged) {
      return STAGED_DURABLE;
    }
    return point.requestBytes() <= SMALL_BYTES ? MERGED_DURABLE_SMALL : MERGED_DURABLE_LARGE;
  }

  private static double median(Row row) {
    return row.median().load().latencyMillis(50);
  }

  private static double cpu(Row row) {
    return row.median().cpuMicrosPerRequest();
  }

  private void add(String claim, double times, double wanted) {
    String verdict = times >= wanted ? "ok" : "missed";
    lines.add(
        String.format(Locale.ROOT, claim + " (at least %.1f wanted): %s", times, wanted, verdict));
  }
}
