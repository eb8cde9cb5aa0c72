package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.PeakCurve.Kind;
import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.limit.CpuMeans;
import io.synod.benchmarks.limit.CpuShare;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a report says of relays where the leader is the bottleneck: curves, peaks, latencies. */
final class PeakSection {
  private static final double PERCENT = 100;

  private static final int GROUPS_WANTED = 2;

  // Wanted of the peak by relays over that without, by replicas.
  private static final Map<Integer, Double> GAIN_WANTED = Map.of(25, 3.0, 9, 1.5, 5, 1.0);
  private static final double LATENCY_WANTED = 1.4;
  private static final double LOSS_WANTED = 0.05;

  private final StringBuilder text = new StringBuilder();
  private final List<PeakCurve> curves;

  private PeakSection(List<PeakCurve> curves) {
    this.curves = curves;
  }

  static String of(List<Result> results) {
    PeakSection section = new PeakSection(PeakCurve.of(results));
    section.limits(results);
    section.curves();
    section.peaks();
    section.ratios();
    return section.text.toString();
  }

  private void limits(List<Result> results) {
    CpuShare share = new CpuShare(Experiment.CPU_SHARE);
    line(
        "%n## Each replica with a share of a processor%n%nLimited to %.1f %% by %s: %d us of each %d us.%n",
        PERCENT * share.ofProcessor(),
        String.join(" or ", results.stream().map(PeakSection::means).distinct().toList()),
        share.quotaMicros(),
        share.periodMicros());
  }

  private static String means(Result result) {
    return CpuMeans.values()[(int) result.value(Result.MEANS)].text();
  }

  private void curves() {
    text.append(
        """

        | batching | n | dissemination | outstanding | requests/s | p50 ms | p99 ms | leader's CPU | follower's, largest | machine busy |
        |---|---|---|---|---|---|---|---|---|---|
        """);
    for (PeakCurve curve : curves) {
      for (Result result : curve.results()) {
        line(
            "| %s | %d | %s | %s | %,.0f | %.2f | %.2f | %.1f %% | %.1f %% | %.0f %% |",
            curve.kind().batching(),
            curve.kind().replicas(),
            curve.kind().dissemination(),
            load(result),
            result.value(Result.THROUGHPUT),
            result.value(Result.P50),
            result.value(Result.P99),
            PERCENT * result.value(Result.LEADER_SHARE),
            PERCENT * result.value(Result.FOLLOWER_SHARE),
            PERCENT * result.value(Result.MACHINE_BUSY));
      }
    }
  }

  private static String load(Result result) {
    return PeakCurve.isOpen(result)
        ? String.format(Locale.ROOT, "%.0f/s", result.value(Axis.RATE))
        : String.format(Locale.ROOT, "%.0f", result.value(Axis.OUTSTANDING));
  }

  private void peaks() {
    text.append(
        """

        | batching | n | dissemination | peak, requests/s | outstanding | leader's CPU an instance, ms | of its share | machine busy | the leader limits |
        |---|---|---|---|---|---|---|---|---|
        """);
    for (PeakCurve curve : curves) {
      Result peak = curve.peak();
      double share = peak.value(Result.LEADER_SHARE);
      line(
          "| %s | %d | %s | %,.0f | %.0f | %.3f | %.0f %% | %.0f %% | %s |",
          curve.kind().batching(),
          curve.kind().replicas(),
          curve.kind().dissemination(),
          peak.value(Result.THROUGHPUT),
          peak.value(Axis.OUTSTANDING),
          PERCENT * 10 * share / peak.value(Result.INSTANCES),
          PERCENT * share / Experiment.CPU_SHARE,
          PERCENT * peak.value(Result.MACHINE_BUSY),
          curve.isLeaderBound(Experiment.CPU_SHARE) ? "yes" : "no");
    }
  }

  private void ratios() {
    text.append(
        """

        | batching | n | what | measured | wanted | holds |
        |---|---|---|---|---|---|
        """);
    for (PeakCurve curve : curves) {
      Kind kind = curve.kind();
      if (kind.isDirect()) {
        continue;
      }
      if (kind.dead() > 0) {
        find(new Kind(kind.replicas(), kind.batches(), kind.groups(), 0))
            .ifPresent(whole -> loss(kind, whole, curve));
      } else {
        find(new Kind(kind.replicas(), kind.batches(), kind.replicas() - 1, 0))
            .ifPresent(direct -> gain(kind, direct, curve));
      }
    }
  }

  private Optional<PeakCurve> find(Kind kind) {
    return curves.stream().filter(curve -> curve.kind().equals(kind)).findFirst();
  }

  private void gain(Kind kind, PeakCurve direct, PeakCurve relayed) {
    double gain = ratio(relayed.peak(), direct.peak(), Result.THROUGHPUT);
    String of = "peak by %d groups / direct".formatted(kind.groups());
    if (kind.groups() != GROUPS_WANTED) {
      ratio(kind, of, gain, ReportTable.NONE, ReportTable.NONE);
      return;
    }
    double wanted = GAIN_WANTED.getOrDefault(kind.replicas(), 1.0);
    ratio(kind, of, gain, "at least " + wanted, gain >= wanted);
    if (relayed.low().isPresent() && direct.low().isPresent()) {
      double longer = ratio(relayed.low().get(), direct.low().get(), Result.P50);
      String what = "p50 at low load, by relays / direct";
      ratio(kind, what, longer, "at most " + LATENCY_WANTED, longer <= LATENCY_WANTED);
    }
  }

  private void loss(Kind kind, PeakCurve whole, PeakCurve lamed) {
    double kept = ratio(lamed.peak(), whole.peak(), Result.THROUGHPUT);
    String what = "peak with a dead member / without";
    ratio(kind, what, kept, "at least " + (1 - LOSS_WANTED), kept >= 1 - LOSS_WANTED);
  }

  private static double ratio(Result one, Result other, String measure) {
    return one.value(measure) / other.value(measure);
  }

  private void ratio(Kind kind, String what, double measured, String wanted, boolean holds) {
    ratio(kind, what, measured, wanted, holds ? "yes" : "no");
  }

  private void ratio(Kind kind, String what, double measured, String wanted, String holds) {
    line(
        "| %s | %d | %s | %.2f | %s | %s |",
        kind.batching(), kind.replicas(), what, measured, wanted, holds);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
