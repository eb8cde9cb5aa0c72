package io.synod.benchmarks.calibration;

import io.synod.benchmarks.load.LoadFailure;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.process.ClusterStatus;
import io.synod.benchmarks.process.RunningServers;
import io.synod.core.settings.BatchLimits;
import io.synod.fitting.fit.Observation;
import io.synod.fitting.fit.WindowedObservation;
import io.synod.fitting.measurement.Interval;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.AutopilotConfig;
import io.synod.replica.config.SynodConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures a running cluster from outside. It asks the leader for round trips and bandwidth of its
 * idle links. Then it loads the cluster with requests of zeros of several sizes and numbers, and
 * reads the leader's instrumentation.
 */
public final class Calibration {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long PATIENCE_NANOS = 30_000_000_000L;
  private static final long PINGS_MIN = 3;
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration SETTLED = Duration.ofSeconds(1);
  private static final int SETTLING_PART = 2;
  private static final Duration KEPT = Duration.ofMinutes(1);

  // What instances under way share shows at several windows only.
  private static final List<Integer> WINDOWS = List.of(8, 2, 32);

  private final SynodConfig config;
  private final Plan plan;
  private final Consumer<String> progress;
  private final ClusterStatus status;
  private final Target target;
  private final int replicas;
  private final List<WindowedObservation> windowed = new ArrayList<>();
  private SharedFinding shared = SharedFinding.UNKNOWN;

  /**
   * The measurements to make, and their length.
   *
   * @param requestBytes around which sizes are chosen; at least 0
   * @param warmUp load before the first measured one: a JVM spends its first seconds compiling
   * @param perLoad measured time of each kind of load
   * @param withBandwidth whether to measure the bandwidth of links, too
   */
  public record Plan(int requestBytes, Duration warmUp, Duration perLoad, boolean withBandwidth) {

    public Plan {
      if (requestBytes < 0 || warmUp.isNegative() || perLoad.compareTo(Duration.ofMillis(1)) < 0) {
        throw new IllegalArgumentException(
            "requests of %d bytes, a warm-up of %s, loads of %s"
                .formatted(requestBytes, warmUp, perLoad));
      }
    }
  }

  /**
   * @param config with the addresses of all replicas, and the limits that they run with
   * @param progress receives a line about each step
   */
  public Calibration(SynodConfig config, Plan plan, Consumer<String> progress) {
    this.config = config;
    this.plan = plan;
    this.progress = progress;
    status = new ClusterStatus(config.cluster());
    target = RunningServers.target(config);
    replicas = config.cluster().size();
  }

  /**
   * Blocks until all is measured.
   *
   * @throws ProcessFailure if no majority answers, no leader stays elected, the leader has no
   *     instrumentation, or its service does not answer; says what to do
   */
  public Calibrated run() throws InterruptedException {
    if (replicas == 1) {
      throw new ProcessFailure("a cluster of one replica has no link to measure");
    }
    LeaderSums leader = awaitSettledLeader();
    progress.accept("replica %d leads view %s".formatted(leader.replica(), leader.view()));
    List<LinkFinding> links = links(leader.replica());
    List<Interval> intervals = intervals(leader.replica());
    return new Calibrated(
        leader.replica(), leader.view(), replicas, links, shared, intervals, windowed);
  }

  /** A cluster that has just started may have a leader for a moment only. */
  private LeaderSums awaitSettledLeader() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    LeaderSums leader = LeaderSums.of(status.awaitLeader());
    for (boolean settled = false; !settled; ) {
      checkPatience(end, SETTLED, "the leader changes again and again: see synod status");
      LeaderSums later = LeaderSums.of(status.awaitLeader());
      settled = later.replica() == leader.replica() && later.view().equals(leader.view());
      leader = later;
    }
    return leader;
  }

  private List<LinkFinding> links(int leader) throws InterruptedException {
    progress.accept("round trips of its links");
    List<LinkFinding> idle = awaitPings(leader);
    if (!plan.withBandwidth()) {
      return idle;
    }
    progress.accept("bandwidth of its links");
    long earlier = SharedFinding.of(status.of(leader)).bursts();
    status.measureLinks(leader);
    List<LinkFinding> found = awaitBursts(leader, idle);
    if (found.size() > 1) {
      shared = awaitTogether(leader, earlier);
    }
    return found;
  }

  /** The links to the peers that answer pings, once they make a majority with the leader. */
  private List<LinkFinding> awaitPings(int leader) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    List<LinkFinding> found = LinkFinding.of(status.of(leader), PINGS_MIN);
    while (found.size() < replicas / 2) {
      checkPatience(
          end,
          POLL,
          "replica %d has %d peers that answer pings, too few for a majority: start the others"
              .formatted(leader, found.size()));
      found = LinkFinding.of(status.of(leader), PINGS_MIN);
    }
    return found;
  }

  /** Keeps the round trips of the idle links. */
  private List<LinkFinding> awaitBursts(int leader, List<LinkFinding> idle)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    List<LinkFinding> found = new ArrayList<>();
    for (LinkFinding link : idle) {
      found.add(awaitBurst(leader, link, end));
    }
    return found;
  }

  private SharedFinding awaitTogether(int leader, long earlier) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      SharedFinding found = SharedFinding.of(status.of(leader));
      if (found.bursts() > earlier) {
        return found;
      }
      checkPatience(
          end,
          POLL,
          "replica %d has not found what its links carry together: did one break? Measure again, or"
                  .formatted(leader)
              + " give the bandwidth");
    }
  }

  private LinkFinding awaitBurst(int leader, LinkFinding idle, long end)
      throws InterruptedException {
    while (true) {
      for (LinkFinding link : LinkFinding.of(status.of(leader), PINGS_MIN)) {
        if (link.replica() == idle.replica() && link.bursts() > idle.bursts()) {
          return new LinkFinding(
              link.replica(),
              idle.roundTripMillis(),
              link.bursts(),
              link.bitsPerSecond(),
              link.isLowerBound());
        }
      }
      checkPatience(
          end,
          POLL,
          "replica %d has not found the bandwidth of its link to replica %d: did it break? Measure"
                  .formatted(leader, idle.replica())
              + " again, or give the bandwidth");
    }
  }

  /** Waits before the next try, or fails after the timeout. */
  private static void checkPatience(long endNanos, Duration pause, String failure)
      throws InterruptedException {
    if (System.nanoTime() > endNanos) {
      throw new ProcessFailure(failure);
    }
    TimeUnit.NANOSECONDS.sleep(pause.toNanos());
  }

  /**
   * Alternates the loads in rounds, so that a gradual change, such as JIT compilation, affects all
   * loads alike.
   */
  private List<Interval> intervals(int leader) throws InterruptedException {
    boolean isAllowed = Verification.isAllowed(status.of(leader));
    List<LoadPhase> phases = LoadPhase.around(plan.requestBytes(), config);
    List<Interval> intervals = new ArrayList<>();
    if (!plan.warmUp().isZero()) {
      LoadPhase middle = phases.get(phases.size() / 2);
      progress.accept("warm-up: " + middle);
      keep(leader, isAllowed, AutopilotConfig.START.window());
      try (LoadGenerator load = load(middle)) {
        pass(load, plan.warmUp());
      }
    }
    int rounds = (int) Math.max(1, plan.perLoad().dividedBy(INTERVAL));
    for (int round = 0; round < rounds; round++) {
      for (int index = 0; index < phases.size(); index++) {
        LoadPhase phase = phases.get(index);
        int window = WINDOWS.get((round + index) % WINDOWS.size());
        progress.accept("round %d of %d: %s".formatted(round + 1, rounds, phase));
        keep(leader, isAllowed, window);
        WindowedObservation seen =
            interval(leader, phase, window, plan.perLoad().dividedBy(rounds));
        intervals.add(seen.observation().interval());
        if (isAllowed) {
          windowed.add(seen);
        }
      }
    }
    return intervals;
  }

  /** A leader that may choose its limits must not change them while its costs are measured. */
  private void keep(int leader, boolean isAllowed, int window) throws InterruptedException {
    if (isAllowed) {
      status.tryLimits(leader, new BatchLimits(AutopilotConfig.START.maxBytes(), window), KEPT);
    }
  }

  private LoadGenerator load(LoadPhase phase) {
    LoadGenerator generator = new LoadGenerator(target, phase.load());
    generator.start();
    return generator;
  }

  private WindowedObservation interval(int leader, LoadPhase phase, int window, Duration length)
      throws InterruptedException {
    try (LoadGenerator load = load(phase)) {
      pass(load, length.dividedBy(SETTLING_PART));
      LeaderSums before = LeaderSums.of(status.of(leader));
      pass(load, length);
      LeaderSums after = LeaderSums.of(status.of(leader));
      Observation seen = new Observation(before.until(after, phase.toString(), replicas));
      double most = Math.max(1, phase.outstanding() / seen.requests());
      return new WindowedObservation(seen, Math.min(window, most), before.millisUntil(after));
    }
  }

  private static void pass(LoadGenerator load, Duration time) throws InterruptedException {
    try {
      load.measure(new Span(Duration.ZERO, time), LoadListener.SILENT);
    } catch (LoadFailure unanswered) {
      throw new ProcessFailure(unanswered.getMessage(), unanswered);
    }
  }
}
