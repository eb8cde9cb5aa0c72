package io.synod.benchmarks.sweep;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.core.settings.BatchLimits;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.replica.config.AutopilotConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Follows the autopilot through a {@link Shift} second by second. Each phase begins with a change;
 * at its end limits around those that the autopilot has chosen show what would have been the best.
 * One cluster, whose processes it owns.
 */
public final class ShiftRun implements AutoCloseable {
  private static final int CONNECTIONS = 4;
  private static final double MEDIAN = 50;
  private static final int PHASES = 3;
  private static final int PHASE_SECONDS = 60;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration DISK_PATIENCE = Duration.ofSeconds(10);
  private static final Duration STOPPED = Duration.ofSeconds(4);
  private static final long SETTLE_MILLIS_MIN = 150;
  private static final long INTERVAL_MILLIS_MIN = 500;
  private static final double TURNOVERS = 2;
  private static final int BYTES_MIN = 1 << 12;
  private static final int HELD_SECONDS = 20;

  private final Shift shift;
  private final Plan plan;
  private final Consumer<String> progress;
  private final Children children;
  private final SweepCluster cluster;
  private final Random random = new Random(1);
  private Child diskLoad;
  private Surroundings now;

  /**
   * How long it takes.
   *
   * @param warmUp of the cluster
   * @param sweeps of the limits around those found
   */
  public record Plan(Duration warmUp, int sweeps) {}

  private ShiftRun(
      Shift shift, Plan plan, Consumer<String> progress, Children children, SweepCluster cluster) {
    this.shift = shift;
    this.plan = plan;
    this.progress = progress;
    this.children = children;
    this.cluster = cluster;
  }

  /** Blocks until all is measured. */
  public static ShiftResult run(
      Shift shift, Plan plan, List<String> jvmOptions, Consumer<String> progress)
      throws InterruptedException {
    try (Children children = Children.withJvmOptions(List.of());
        SweepCluster cluster =
            SweepCluster.start(
                shift.before().members(), shift.level(), shift.placement(), jvmOptions);
        ShiftRun run = new ShiftRun(shift, plan, progress, children, cluster)) {
      return run.phases();
    }
  }

  private ShiftResult phases() throws InterruptedException {
    change(shift.before());
    announce("warm-up");
    cluster.hold(AutopilotConfig.START, plan.warmUp().multipliedBy(2));
    cluster.pass(plan.warmUp());
    cluster.release();
    List<ShiftResult.Phase> phases = new ArrayList<>();
    for (int phase = 0; phase < PHASES; phase++) {
      announce("phase %d of %d".formatted(phase + 1, PHASES));
      if (phase > 0) {
        change(phase % 2 == 0 ? shift.before() : shift.after());
      }
      List<ShiftResult.Second> seconds = follow();
      announce("phase %d of %d: the limits around".formatted(phase + 1, PHASES));
      phases.add(new ShiftResult.Phase(seconds, best()));
      cluster.release();
    }
    return new ShiftResult(shift, phases);
  }

  private void change(Surroundings next) throws InterruptedException {
    boolean otherLoad =
        now == null
            || now.requestBytes() != next.requestBytes()
            || now.perSecond() != next.perSecond();
    if (next.link() != null) {
      shape(next);
    }
    if (next.busyDisk() != (diskLoad != null)) {
      keepDiskBusy(next.busyDisk());
    }
    if (now != null && shift.movesLeader()) {
      moveLeader();
    }
    if (now != null && now.members() != next.members()) {
      cluster.changeMembers(next.members() - now.members());
    }
    now = next;
    if (otherLoad) {
      cluster.load(load());
    }
  }

  private Load load() {
    Load closed = new Load(CONNECTIONS, shift.outstanding(), now.requestBytes());
    return now.perSecond() == 0 ? closed : closed.withRate(now.perSecond());
  }

  private void shape(Surroundings next) {
    int replicas = cluster.servers().processes().size();
    for (int from = 0; from < replicas; from++) {
      for (int to = 0; to < replicas; to++) {
        if (from != to) {
          cluster.servers().shape(from, to, next.link());
        }
      }
    }
  }

  private void keepDiskBusy(boolean busy) throws InterruptedException {
    if (busy) {
      String file = children.file("disk-load").toString();
      diskLoad = children.start("disk load", DiskLoad.class, List.of(file));
      diskLoad.awaitReady(DISK_PATIENCE);
    } else {
      children.end(List.of(diskLoad));
      diskLoad = null;
    }
  }

  /** Another replica leads; the one that led does not come back as a leader by itself. */
  private void moveLeader() throws InterruptedException {
    int stopped = cluster.leader();
    cluster.servers().signal(stopped, false);
    try {
      TimeUnit.NANOSECONDS.sleep(STOPPED.toNanos());
    } finally {
      cluster.servers().signal(stopped, true);
    }
    cluster.pass(SECOND);
    cluster.followLeader();
  }

  private List<ShiftResult.Second> follow() throws InterruptedException {
    List<ShiftResult.Second> seconds = new ArrayList<>();
    for (int second = 0; second < PHASE_SECONDS; second++) {
      LoadResult result = cluster.pass(SECOND);
      cluster.checkLeader();
      SweepCluster.Pilot pilot = cluster.pilot();
      seconds.add(
          new ShiftResult.Second(result.answeredPerSecond(), pilot.limits(), pilot.moves()));
    }
    return seconds;
  }

  /** The best fixed limits of those around the chosen ones. */
  private ShiftResult.Best best() throws InterruptedException {
    double turnover = cluster.pass(SECOND).latencyMillis(MEDIAN);
    Span span =
        new Span(
            Duration.ofMillis(Math.max(SETTLE_MILLIS_MIN, Math.round(TURNOVERS * turnover))),
            Duration.ofMillis(Math.max(INTERVAL_MILLIS_MIN, Math.round(TURNOVERS * turnover))));
    List<BatchLimits> around = new ArrayList<>(around(cluster.pilot().chosen()));
    Surface surface =
        new Surface(
            around.stream().map(BatchLimits::maxBytes).distinct().sorted().toList(),
            around.stream().map(BatchLimits::window).distinct().sorted().toList());
    boolean open = now.perSecond() > 0;
    for (int sweep = 0; sweep < plan.sweeps(); sweep++) {
      Collections.shuffle(around, random);
      for (BatchLimits limits : around) {
        LoadResult result = cluster.measure(limits, span).load();
        surface.add(limits, open ? 1 / result.latencyMillis(MEDIAN) : result.answeredPerSecond());
      }
    }
    return held(surface.best(1).get(0), span.warmUp());
  }

  // Measured anew, because the best of many measurements is one by chance.
  private ShiftResult.Best held(BatchLimits limits, Duration settling) throws InterruptedException {
    cluster.hold(limits, settling.plus(SECOND.multipliedBy(2 * HELD_SECONDS)));
    cluster.pass(settling);
    List<Double> answered = new ArrayList<>();
    for (int second = 0; second < HELD_SECONDS; second++) {
      answered.add(cluster.pass(SECOND).answeredPerSecond());
    }
    return new ShiftResult.Best(limits, answered);
  }

  private static Set<BatchLimits> around(BatchLimits middle) {
    Set<BatchLimits> around = new LinkedHashSet<>();
    for (int bytes : new int[] {middle.maxBytes() / 2, middle.maxBytes(), middle.maxBytes() * 2}) {
      for (int power = -2; power <= 2; power++) {
        int window = (int) Math.max(1, Math.round(middle.window() * Math.pow(2, power)));
        around.add(
            new BatchLimits(Math.max(BYTES_MIN, Math.min(1 << 20, bytes)), Math.min(512, window)));
      }
    }
    return around;
  }

  private void announce(String step) {
    progress.accept(shift.word() + ": " + step);
  }

  @Override
  public void close() {
    if (diskLoad != null) {
      children.end(List.of(diskLoad));
    }
  }
}
