package io.synod.benchmarks.sweep;

import io.synod.benchmarks.calibration.LoadPhase;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.core.settings.BatchLimits;
import io.synod.replica.config.AutopilotConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Measures how far the autopilot is from the best fixed limits: sweeps a grid of limits in random
 * order under each load, then lets the autopilot, the best of the grid and the default take turns.
 * One cluster for all loads of one length of requests.
 */
public final class RegretRun {
  private static final double MEDIAN = 50;
  private static final double TAIL = 99;
  private static final double MILLIS_PER_SECOND = 1_000;

  private static final long SETTLE_MILLIS_MIN = 150;
  private static final double SETTLE_ROUND_TRIPS = 3;
  private static final double SETTLE_TURNOVERS = 1.5;
  private static final double INTERVAL_ROUND_TRIPS = 5;
  private static final double INTERVAL_TURNOVERS = 2;

  // Times the requests that a round trip has room for.
  private static final double OUTSTANDING_ROUND_TRIPS = 4;
  private static final int OUTSTANDING_MIN = 64;
  private static final int OUTSTANDING_MAX = 16_000;

  // Limits that carry no more than this times the load would only queue.
  private static final double CARRIED = 1.05;
  private static final int CONTENDERS = 3;

  // At least what a request adds to a batch, and the batch to it.
  private static final int ENTRY_BYTES = 100;

  private final Effort effort;
  private final Consumer<String> progress;
  private final SweepFile sweeps;
  private final Consumer<String> explanations;
  private final Random random = new Random(1);

  /**
   * How much is measured.
   *
   * @param warmUp of the cluster
   * @param interval of each point of the grid at least
   * @param sweeps of the grid in a closed loop
   * @param learning the autopilot's time alone before it is compared
   * @param rounds in which it is compared; at least 2
   */
  public record Effort(
      Duration warmUp, Duration interval, int sweeps, Duration learning, int rounds) {}

  /**
   * @param sweeps receives each interval of the grid
   * @param explanations receives what the leader says of its limits after each comparison
   * @param progress receives a line about each step
   */
  public RegretRun(
      Effort effort, SweepFile sweeps, Consumer<String> explanations, Consumer<String> progress) {
    this.explanations = explanations;
    this.effort = effort;
    this.sweeps = sweeps;
    this.progress = progress;
  }

  /**
   * Blocks until all is measured.
   *
   * @param found receives each result at once
   */
  public void run(
      Scenario scenario,
      int requestBytes,
      List<LoadShare> loads,
      List<String> jvmOptions,
      Consumer<Regret> found)
      throws InterruptedException {
    try (SweepCluster cluster =
        SweepCluster.start(
            scenario.replicas(), scenario.level(), scenario.placement(), jvmOptions)) {
      new OnCluster(cluster, scenario, requestBytes).run(loads, found);
    }
  }

  /** The measurements of one length of requests. */
  private final class OnCluster {
    private final SweepCluster cluster;
    private final Scenario scenario;
    private final int requestBytes;
    private final Load closed;
    private Span span;
    private double greatest;

    OnCluster(SweepCluster cluster, Scenario scenario, int requestBytes) {
      this.cluster = cluster;
      this.scenario = scenario;
      this.requestBytes = requestBytes;
      closed = closed();
    }

    private Load closed() {
      Load full = LoadPhase.full(requestBytes, cluster.config()).load();
      long bits = scenario.link().bitsPerSecond();
      if (bits == 0) {
        return full;
      }
      double perMilli = bits / 8.0 / MILLIS_PER_SECOND / (requestBytes + 24);
      double room = OUTSTANDING_ROUND_TRIPS * perMilli * scenario.roundTripMillis();
      return full.withOutstanding((int) Math.min(OUTSTANDING_MAX, Math.max(OUTSTANDING_MIN, room)));
    }

    void run(List<LoadShare> loads, Consumer<Regret> found) throws InterruptedException {
      warmUp();
      Surface carried = sweep(closed, effort.sweeps(), LoadResult::answeredPerSecond, 0, null);
      greatest = carried.smoothed(carried.best(1).get(0));
      for (LoadShare load : loads) {
        found.accept(load.isOpen() ? open(load, carried) : compare(load, closed, carried));
        cluster.checkLeader();
      }
    }

    private void warmUp() throws InterruptedException {
      announce("warm-up");
      cluster.load(closed);
      cluster.hold(AutopilotConfig.START, effort.warmUp().multipliedBy(3));
      cluster.pass(effort.warmUp());
      double perSecond = cluster.pass(Duration.ofSeconds(1)).answeredPerSecond();
      double turnover = closed.outstanding() * MILLIS_PER_SECOND / perSecond;
      span =
          new Span(
              longest(SETTLE_MILLIS_MIN, SETTLE_ROUND_TRIPS, SETTLE_TURNOVERS, turnover),
              longest(
                  effort.interval().toMillis(),
                  INTERVAL_ROUND_TRIPS,
                  INTERVAL_TURNOVERS,
                  turnover));
    }

    private Duration longest(long millis, double roundTrips, double turnovers, double turnover) {
      double far = Math.max(roundTrips * scenario.roundTripMillis(), turnovers * turnover);
      return Duration.ofMillis(Math.max(millis, Math.round(far)));
    }

    private Regret open(LoadShare share, Surface carried) throws InterruptedException {
      long perSecond = Math.max(1, Math.round(share.of(greatest)));
      Load load = closed.withRate(perSecond);
      ToDoubleFunction<LoadResult> quickness = result -> 1 / result.latencyMillis(MEDIAN);
      Surface quick = sweep(load, 1, quickness, CARRIED * perSecond, carried);
      return compare(share, load, quick);
    }

    /**
     * @param least requests per second that limits must carry to be tried
     * @param carried what they carry; null if this is not known yet
     */
    private Surface sweep(
        Load load, int rounds, ToDoubleFunction<LoadResult> quantity, double least, Surface carried)
        throws InterruptedException {
      cluster.load(load);
      Surface surface = new Surface(scenario.maxBytes(), scenario.windows());
      List<BatchLimits> grid = new ArrayList<>(surface.grid());
      grid.removeIf(limits -> limits.maxBytes() <= requestBytes + ENTRY_BYTES);
      if (carried != null) {
        grid.removeIf(limits -> !(carried.smoothed(limits) >= least));
      }
      for (int round = 0; round < rounds; round++) {
        Collections.shuffle(grid, random);
        announce(
            "%s, sweep %d of %d: %d points, %.1f s each"
                .formatted(
                    kind(load),
                    round + 1,
                    rounds,
                    grid.size(),
                    span.warmUp().plus(span.duration()).toMillis() / MILLIS_PER_SECOND));
        for (BatchLimits limits : grid) {
          SweepPoint point = cluster.measure(limits, span);
          surface.add(limits, quantity.applyAsDouble(point.load()));
          sweeps.add(scenario, requestBytes, load, point);
        }
        cluster.checkLeader();
      }
      return surface;
    }

    private Regret compare(LoadShare share, Load load, Surface surface)
        throws InterruptedException {
      announce(kind(load) + ", the autopilot alone");
      cluster.load(load);
      cluster.release();
      cluster.pass(effort.learning());
      cluster.checkLeader();
      BatchLimits chosen = cluster.pilot().chosen();
      Set<BatchLimits> fixed = new LinkedHashSet<>(surface.best(CONTENDERS));
      fixed.add(chosen);
      fixed.add(AutopilotConfig.START);
      Duel duel = new Duel(cluster, List.copyOf(fixed), span);
      for (int round = 0; round < effort.rounds(); round++) {
        announce("%s, round %d of %d".formatted(kind(load), round + 1, effort.rounds()));
        cluster.checkLeader();
        duel.round();
      }
      cluster.release();
      cluster.pass(span.warmUp());
      explanations.accept(
          "%s, %d bytes, %s%n%n%s%n"
              .formatted(scenario.word(), requestBytes, kind(load), cluster.explanation()));
      return regret(share, load, duel, chosen);
    }

    private Regret regret(LoadShare share, Load load, Duel duel, BatchLimits chosen) {
      ToDoubleFunction<LoadResult> value =
          share.isOpen() ? result -> result.latencyMillis(MEDIAN) : LoadResult::answeredPerSecond;
      ToDoubleFunction<LoadResult> better =
          share.isOpen() ? result -> 1 / value.applyAsDouble(result) : value;
      ToDoubleFunction<LoadResult> tail = result -> result.latencyMillis(TAIL);
      int best = duel.best(better);
      int settled = duel.fixed().indexOf(chosen);
      int standard = duel.fixed().indexOf(AutopilotConfig.START);
      return new Regret(
          scenario,
          requestBytes,
          share,
          share.isOpen() ? load.perSecond() : duel.fixed(best, value),
          chosen,
          duel.fixed().get(best),
          duel.auto(value),
          duel.fixed(best, value),
          duel.fixed(standard, value),
          duel.toBest(value, better),
          duel.toBest(settled, value, better),
          duel.ratio(standard, value),
          duel.ratio(settled, value),
          duel.auto(tail),
          duel.fixed(best, tail));
    }

    private String kind(Load load) {
      return load.isOpen()
          ? "%,d requests/s".formatted(load.perSecond())
          : "%,d in flight".formatted(load.outstanding());
    }

    private void announce(String step) {
      progress.accept("%s, %,d bytes: %s".formatted(scenario.word(), requestBytes, step));
    }
  }
}
