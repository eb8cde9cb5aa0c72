package io.synod.benchmarks.calibration;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadFailure;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.ClusterStatus;
import io.synod.benchmarks.process.RunningServers;
import io.synod.core.settings.BatchLimits;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.SynodConfig;
import io.synod.tuning.autopilot.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Tries limits on the leader of a running cluster under load, in rounds. Each interval is compared
 * with the mean of the intervals of the default limits before and behind its round, so that a
 * machine that changes slowly changes all of them. First with as many requests in flight as fit,
 * which shows what the limits carry; then at a rate that the default limits carry, which shows how
 * long a request takes.
 */
public final class Verification {
  private static final int ROUNDS = 5;
  private static final double SHARE_OF_DEFAULT = 0.7;
  private static final double LATENCY_PERCENT = 50;
  private static final double SETTLE_ROUND_TRIPS = 4;
  private static final double INTERVAL_ROUND_TRIPS = 10;
  private static final long SETTLE_MILLIS_MIN = 50;
  private static final int SETTLE_PART = 3;

  // Longer than a replica keeps a status for those who ask often.
  private static final long STATUS_MILLIS = 100;

  private final ClusterStatus status;
  private final LoadGenerator generator;
  private final int leader;
  private final Span span;
  private final Consumer<String> progress;

  /**
   * The rounds to make.
   *
   * @param requestBytes payload of each request
   * @param roundTripMillis to a majority; intervals last ten of them at least
   * @param interval measured time of each limits in a round, at least
   */
  public record Plan(int requestBytes, double roundTripMillis, Duration interval) {}

  /**
   * What was seen.
   *
   * @param outstanding requests in flight in the first rounds
   * @param perSecond requests offered in the second ones
   * @param tried the default first
   */
  public record Result(int outstanding, long perSecond, List<Tried> tried) {

    public Result {
      tried = List.copyOf(tried);
    }

    /**
     * The limits to set: of those that decide more requests the ones with most, else of those that
     * decide as many the quickest, else the default.
     *
     * @param latencyMillisMax what they must keep, unless none does
     */
    public Tried best(double latencyMillisMax) {
      Tried best = tried.get(0);
      for (Tried one : tried) {
        boolean kept = one.latencyMillis() <= latencyMillisMax;
        if (kept && isBetter(one, best)) {
          best = one;
        }
      }
      return best;
    }

    private static boolean isBetter(Tried one, Tried best) {
      if (one.verdict() == Trial.Verdict.FASTER) {
        return best.verdict() != Trial.Verdict.FASTER
            || one.throughputRatio() > best.throughputRatio();
      }
      return one.verdict() == Trial.Verdict.QUICKER
          && best.verdict() != Trial.Verdict.FASTER
          && (best.verdict() != Trial.Verdict.QUICKER || one.latencyRatio() < best.latencyRatio());
    }
  }

  private Verification(
      SynodConfig config, int leader, Load load, Plan plan, Consumer<String> progress) {
    this.leader = leader;
    this.progress = progress;
    status = new ClusterStatus(config.cluster());
    long interval =
        Math.max(
            plan.interval().toMillis(), Math.round(INTERVAL_ROUND_TRIPS * plan.roundTripMillis()));
    long settle =
        Math.max(
            Math.max(SETTLE_MILLIS_MIN, interval / SETTLE_PART),
            Math.round(SETTLE_ROUND_TRIPS * plan.roundTripMillis()));
    span = new Span(Duration.ofMillis(settle), Duration.ofMillis(interval));
    generator = new LoadGenerator(RunningServers.target(config), load);
  }

  /** Whether the replica lets clients try limits. */
  public static boolean isAllowed(Map<String, Object> status) {
    return status.get("limits") instanceof Map<?, ?> limits
        && Boolean.TRUE.equals(limits.get("trials"));
  }

  /**
   * Blocks until all is measured.
   *
   * @param leader of the cluster, which lets clients try limits
   * @param wanted the default limits first; those that the leader may not choose are replaced by
   *     the nearest
   * @throws ProcessFailure if the leader changes or its service does not answer
   */
  public static Result run(
      SynodConfig config,
      int leader,
      List<BatchLimits> wanted,
      Plan plan,
      Consumer<String> progress)
      throws InterruptedException {
    Load closed = LoadPhase.full(plan.requestBytes(), config).load();
    List<Rounds> rounds = new ArrayList<>();
    List<BatchLimits> tried = possible(config, leader, wanted);
    rounds.add(rounds(config, leader, tried, closed, plan, progress));
    double carried = rounds.get(0).median(0, LoadResult::answeredPerSecond);
    long perSecond = Math.max(1, Math.round(SHARE_OF_DEFAULT * carried));
    rounds.add(rounds(config, leader, tried, closed.withRate(perSecond), plan, progress));
    return new Result(closed.outstanding(), perSecond, tried(tried, rounds));
  }

  /** The limits that the leader sets when these are wanted. */
  private static List<BatchLimits> possible(
      SynodConfig config, int leader, List<BatchLimits> wanted) throws InterruptedException {
    ClusterStatus status = new ClusterStatus(config.cluster());
    List<BatchLimits> possible = new ArrayList<>();
    for (BatchLimits limits : wanted) {
      status.tryLimits(leader, limits, Duration.ofSeconds(1));
      TimeUnit.MILLISECONDS.sleep(STATUS_MILLIS);
      if (status.of(leader).get("limits") instanceof Map<?, ?> now) {
        possible.add(
            new BatchLimits(
                (int) ClusterStatus.number(now, "maxBytes"),
                (int) ClusterStatus.number(now, "window")));
      }
    }
    return possible.stream().distinct().toList();
  }

  private static Rounds rounds(
      SynodConfig config,
      int leader,
      List<BatchLimits> tried,
      Load load,
      Plan plan,
      Consumer<String> progress)
      throws InterruptedException {
    Verification verification = new Verification(config, leader, load, plan, progress);
    try (LoadGenerator generator = verification.generator) {
      generator.start();
      return verification.rounds(tried, load);
    } finally {
      verification.status.tryLimits(leader, tried.get(0), Duration.ZERO);
    }
  }

  /** The results of all limits in each round; behind the last round the default's once more. */
  private record Rounds(List<List<LoadResult>> results) {

    double median(int index, ToDoubleFunction<LoadResult> quantity) {
      double[] sorted =
          results.subList(0, ROUNDS).stream()
              .mapToDouble(round -> quantity.applyAsDouble(round.get(index)))
              .sorted()
              .toArray();
      return sorted[sorted.length / 2];
    }

    /** Logarithm of how many times the default's; one for each round. */
    double[] gains(int index, ToDoubleFunction<LoadResult> quantity) {
      double[] gains = new double[ROUNDS];
      Arrays.setAll(
          gains,
          round -> {
            double before = quantity.applyAsDouble(results.get(round).get(0));
            double behind = quantity.applyAsDouble(results.get(round + 1).get(0));
            double own = quantity.applyAsDouble(results.get(round).get(index));
            return Math.log(own / Math.sqrt(before * behind));
          });
      return gains;
    }
  }

  private Rounds rounds(List<BatchLimits> tried, Load load) throws InterruptedException {
    List<List<LoadResult>> results = new ArrayList<>();
    String view = view();
    for (int round = 0; round < ROUNDS; round++) {
      List<LoadResult> each = new ArrayList<>();
      for (BatchLimits limits : tried) {
        progress.accept(
            "trial %d of %d, %s: batches of %,d bytes, window %d"
                .formatted(round + 1, ROUNDS, kind(load), limits.maxBytes(), limits.window()));
        each.add(measure(limits));
      }
      results.add(each);
      checkLeader(view);
    }
    results.add(List.of(measure(tried.get(0))));
    return new Rounds(results);
  }

  private static String kind(Load load) {
    return load.isOpen()
        ? "%,d requests/s".formatted(load.perSecond())
        : "%,d in flight".formatted(load.outstanding());
  }

  private LoadResult measure(BatchLimits limits) throws InterruptedException {
    status.tryLimits(
        leader, limits, span.warmUp().plus(span.duration()).multipliedBy(2).plusSeconds(2));
    try {
      return generator.measure(span, LoadListener.SILENT);
    } catch (LoadFailure unanswered) {
      throw new ProcessFailure(unanswered.getMessage(), unanswered);
    }
  }

  private String view() throws InterruptedException {
    return String.valueOf(status.of(leader).get("view"));
  }

  private void checkLeader(String view) throws InterruptedException {
    if (!view.equals(view())) {
      throw new ProcessFailure(
          "the leader changed while limits were tried: measure again when it is stable");
    }
  }

  private static List<Tried> tried(List<BatchLimits> limits, List<Rounds> rounds) {
    ToDoubleFunction<LoadResult> median = result -> result.latencyMillis(LATENCY_PERCENT);
    List<Tried> tried = new ArrayList<>();
    for (int index = 0; index < limits.size(); index++) {
      double[] throughput = rounds.get(0).gains(index, LoadResult::answeredPerSecond);
      double[] latency = rounds.get(1).gains(index, median);
      Trial trial = new Trial();
      for (int round = 0; round < ROUNDS && index > 0; round++) {
        trial.add(throughput[round], -latency[round]);
      }
      tried.add(
          new Tried(
              limits.get(index),
              rounds.get(0).median(index, LoadResult::answeredPerSecond),
              rounds.get(1).median(index, median),
              trial));
    }
    return tried;
  }
}
