package io.synod.benchmarks.experiment.report;

import io.synod.benchmarks.experiment.report.PeakCurve.Kind;
import io.synod.benchmarks.limit.CpuMeans;
import io.synod.benchmarks.limit.CpuShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report's section on relays with the leader as the bottleneck: curves, peaks, latencies. */
public final class PeakSection {
  private static final double PERCENT = 100;
  private static final int GROUPS_WANTED = 2;

  // The wanted ratio of the peak with relays to that without, by replicas.
  private static final Map<Integer, Double> GAIN_WANTED = Map.of(25, 3.0, 9, 1.5, 5, 1.0);
  private static final double LATENCY_WANTED = 1.4;
  private static final double LOSS_WANTED = 0.05;

  private PeakSection() {}

  /**
   * @param ofProcessor the share of each replica
   */
  public static String of(Results results, double ofProcessor) {
    List<PeakCurve> curves = PeakCurve.of(results.all());
    return limits(results, new CpuShare(ofProcessor))
        + points(curves)
        + "\n"
        + peaks(curves, ofProcessor)
        + "\n"
        + ratios(curves);
  }

  private static String limits(Results results, CpuShare share) {
    String means =
        results.all().stream()
            .map(result -> CpuMeans.values()[(int) result.value(Measure.MEANS)].text())
            .distinct()
            .collect(Collectors.joining(" or "));
    return String.format(
        Locale.ROOT,
        """

        ## Each replica with a share of a processor

        Limited to %.1f %% by %s: %d us of each %d us.


        """,
        PERCENT * share.ofProcessor(),
        means,
        share.quotaMicros(),
        share.periodMicros());
  }

  private static <R> Table<R> table(Function<R, Kind> kind) {
    return new Table<R>()
        .text("batching", row -> kind.apply(row).batching())
        .text("n", row -> String.valueOf(kind.apply(row).replicas()));
  }

  private static String points(List<PeakCurve> curves) {
    return PeakSection.<Result>table(Kind::of)
        .text("dissemination", result -> Kind.of(result).dissemination())
        .text("outstanding", PeakSection::load)
        .formatted("requests/s", "%,.0f", result -> result.value(Measure.THROUGHPUT))
        .ratio("p50 ms", result -> result.value(Measure.P50))
        .ratio("p99 ms", result -> result.value(Measure.P99))
        .percent("leader's CPU", "%.1f %%", result -> result.value(Measure.LEADER_SHARE))
        .percent("follower's, largest", "%.1f %%", result -> result.value(Measure.FOLLOWER_SHARE))
        .percent("machine busy", "%.0f %%", result -> result.value(Measure.MACHINE_BUSY))
        .of(curves.stream().flatMap(curve -> curve.results().stream()).toList());
  }

  private static String load(Result result) {
    return result.isClosed()
        ? Table.formatted("%.0f", result.value(Axis.OUTSTANDING))
        : Table.formatted("%.0f/s", result.value(Axis.RATE));
  }

  private static String peaks(List<PeakCurve> curves, double ofProcessor) {
    return table(PeakCurve::kind)
        .text("dissemination", curve -> curve.kind().dissemination())
        .formatted("peak, requests/s", "%,.0f", curve -> curve.peak().value(Measure.THROUGHPUT))
        .formatted("outstanding", "%.0f", curve -> curve.peak().value(Axis.OUTSTANDING))
        .formatted(
            "leader's CPU an instance, ms",
            "%.3f",
            curve ->
                PERCENT
                    * 10
                    * curve.peak().value(Measure.LEADER_SHARE)
                    / curve.peak().value(Measure.INSTANCES))
        .formatted(
            "of its share",
            "%.0f %%",
            curve -> PERCENT * curve.peak().value(Measure.LEADER_SHARE) / ofProcessor)
        .percent("machine busy", "%.0f %%", curve -> curve.peak().value(Measure.MACHINE_BUSY))
        .text("the leader limits", curve -> curve.isLeaderBound(ofProcessor) ? "yes" : "no")
        .of(curves);
  }

  /** A comparison and its target. */
  private record Ratio(Kind kind, String what, double measured, String wanted, String holds) {

    Ratio(Kind kind, String what, double measured, String wanted, boolean holds) {
      this(kind, what, measured, wanted, holds ? "yes" : "no");
    }
  }

  private static String ratios(List<PeakCurve> curves) {
    List<Ratio> ratios = new ArrayList<>();
    for (PeakCurve curve : curves) {
      Kind kind = curve.kind();
      if (kind.isDirect()) {
        continue;
      }
      if (kind.dead() > 0) {
        find(curves, new Kind(kind.replicas(), kind.batches(), kind.groups(), 0))
            .ifPresent(whole -> ratios.add(loss(kind, whole, curve)));
      } else {
        find(curves, new Kind(kind.replicas(), kind.batches(), kind.replicas() - 1, 0))
            .ifPresent(direct -> ratios.addAll(gain(kind, direct, curve)));
      }
    }
    return table(Ratio::kind)
        .text("what", Ratio::what)
        .ratio("measured", Ratio::measured)
        .text("wanted", Ratio::wanted)
        .text("holds", Ratio::holds)
        .of(ratios);
  }

  private static Optional<PeakCurve> find(List<PeakCurve> curves, Kind kind) {
    return curves.stream().filter(curve -> curve.kind().equals(kind)).findFirst();
  }

  private static List<Ratio> gain(Kind kind, PeakCurve direct, PeakCurve relayed) {
    List<Ratio> ratios = new ArrayList<>();
    double gain = ratio(relayed.peak(), direct.peak(), Measure.THROUGHPUT);
    String of = "peak by %d groups / direct".formatted(kind.groups());
    if (kind.groups() != GROUPS_WANTED) {
      ratios.add(new Ratio(kind, of, gain, Table.NONE, Table.NONE));
      return ratios;
    }
    double wanted = GAIN_WANTED.getOrDefault(kind.replicas(), 1.0);
    ratios.add(new Ratio(kind, of, gain, "at least " + wanted, gain >= wanted));
    if (relayed.low().isPresent() && direct.low().isPresent()) {
      double longer = ratio(relayed.low().get(), direct.low().get(), Measure.P50);
      String what = "p50 at low load, by relays / direct";
      String most = "at most " + LATENCY_WANTED;
      ratios.add(new Ratio(kind, what, longer, most, longer <= LATENCY_WANTED));
    }
    return ratios;
  }

  private static Ratio loss(Kind kind, PeakCurve whole, PeakCurve lamed) {
    double kept = ratio(lamed.peak(), whole.peak(), Measure.THROUGHPUT);
    String what = "peak with a dead member / without";
    return new Ratio(kind, what, kept, "at least " + (1 - LOSS_WANTED), kept >= 1 - LOSS_WANTED);
  }

  private static double ratio(Result one, Result other, Measure measure) {
    return one.value(measure) / other.value(measure);
  }
}
