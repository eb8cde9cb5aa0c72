package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.ClusterStatus;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.ReplicaServers;
import io.synod.core.settings.Durability;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.ThreadLayout;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures a cluster while one of its replicas fetches a snapshot and catches up. The replica was
 * paused until the others had dropped the slots that it misses. One cluster, one load. Follows the
 * load every second, and acts between the seconds.
 */
public final class TransferBench implements LoadListener {
  private static final double SHARE_MIN = 0.8;
  private static final double PERCENT = 100;

  // The largest normal lag of a follower under load.
  private static final long BEHIND_SLOTS = 100;

  // Shares of the measured time: with all replicas, then with one paused.
  private static final int BEFORE_SHARE = 4;
  private static final int STILL_SHARE = 2;

  private final ReplicaServers servers;
  private final LoadListener shown;
  private final List<Long> before = new ArrayList<>();
  private final List<Long> during = new ArrayList<>();
  private final long beforeSeconds;
  private final long stillSeconds;
  private Phase phase = Phase.WARM_UP;
  private int follower = -1;
  private long still;
  private long snapshots;

  /**
   * @param beforePerSecond requests answered in a second with all replicas, on average
   * @param duringPerSecond the same from the replica's resumption until it had caught up
   * @param seconds length of that time; 0 if it never caught up
   * @param snapshots that were fetched
   */
  public record Outcome(
      Report report, double beforePerSecond, double duringPerSecond, int seconds, long snapshots) {

    /** The throughput during the transfer relative to that before. */
    public double share() {
      return duringPerSecond / beforePerSecond;
    }

    /**
     * Whether a snapshot was fetched in time, and throughput was at least 80 % of that before. A
     * measurement in which the leader changed proves neither.
     */
    public boolean holds() {
      return report.hasAllFigures() && snapshots > 0 && seconds > 0 && share() >= SHARE_MIN;
    }

    public String verdict() {
      if (!report.hasAllFigures()) {
        return "the leader changed while it was measured, which proves nothing: measure again";
      }
      if (snapshots == 0) {
        return "no snapshot was fetched: measure for longer, or set a smaller log.max-bytes";
      }
      if (seconds == 0) {
        return "the replica has not caught up: measure for longer, or set a larger log.max-bytes";
      }
      return String.format(
          Locale.ROOT,
          "while a snapshot was fetched, %d s, %,.0f/s were answered, %.0f %% of %,.0f/s"
              + " (at least %.0f %% wanted)",
          seconds,
          duringPerSecond,
          share() * PERCENT,
          beforePerSecond,
          SHARE_MIN * PERCENT);
    }
  }

  private TransferBench(BenchOptions options, ReplicaServers servers, LoadListener shown) {
    this.servers = servers;
    this.shown = shown;
    long seconds = options.span().duration().toSeconds();
    beforeSeconds = Math.max(2, seconds / BEFORE_SHARE);
    stillSeconds = Math.max(1, seconds / STILL_SHARE - beforeSeconds);
  }

  /** As {@link ClusterBench#run}; one measurement of the first layout and level. */
  public static Outcome run(BenchOptions options, PrintStream progressOut)
      throws InterruptedException {
    ThreadLayout layout = options.layouts().get(0);
    Durability level = options.levels().get(0);
    String name = ClusterBench.name(options, layout, level);
    try (Children children = Children.withJvmOptions(options.jvmOptions());
        BenchProgress progress = new BenchProgress(progressOut, options.span(), 1);
        ReplicaServers servers = options.start(children, options.config(layout, level))) {
      TransferBench bench = new TransferBench(options, servers, progress.next(name));
      Measured measured = LoadRun.measure(children, servers, options.load(), options.span(), bench);
      Report report = new Report(Circumstances.of(options));
      report.add(Row.of(name, List.of(measured)));
      return bench.outcome(report);
    }
  }

  private enum Phase {
    WARM_UP,
    BEFORE,
    STANDS_STILL,
    CATCHES_UP,
    AFTER
  }

  @Override
  public void onSecond(long answered) {
    shown.onSecond(answered);
    try {
      second(answered);
    } catch (InterruptedException urged) {
      Thread.currentThread().interrupt();
      throw new ProcessFailure("interrupted", urged);
    }
  }

  private void second(long answered) throws InterruptedException {
    if (phase == Phase.BEFORE) {
      before.add(answered);
      if (before.size() == beforeSeconds) {
        phase = Phase.STANDS_STILL;
        follower = anyFollower();
        servers.signal(follower, false);
      }
    } else if (phase == Phase.STANDS_STILL) {
      still++;
      if (still == stillSeconds) {
        phase = Phase.CATCHES_UP;
        servers.signal(follower, true);
      }
    } else if (phase == Phase.CATCHES_UP) {
      during.add(answered);
      if (hasCaughtUp()) {
        phase = Phase.AFTER;
      }
    }
  }

  private int anyFollower() throws InterruptedException {
    Child leader = servers.leader();
    return leader == servers.processes().get(0) ? 1 : 0;
  }

  private boolean hasCaughtUp() throws InterruptedException {
    Map<String, Object> status = servers.status(follower);
    snapshots = ClusterStatus.number((Map<?, ?>) status.get("storage"), "snapshotsFetched");
    long decided =
        ClusterStatus.number(
            servers.status(servers.processes().indexOf(servers.leader())), "decided");
    long behind = decided - ClusterStatus.number(status, "executed");
    return snapshots > 0 && behind < BEHIND_SLOTS;
  }

  @Override
  public void onMeasuring() {
    shown.onMeasuring();
    phase = Phase.BEFORE;
  }

  @Override
  public void onMeasured() {
    shown.onMeasured();
  }

  Outcome outcome(Report report) {
    return new Outcome(
        report, mean(before), mean(during), phase == Phase.AFTER ? during.size() : 0, snapshots);
  }

  private double mean(List<Long> perSecond) {
    return perSecond.stream().mapToLong(Long::longValue).average().orElse(0);
  }
}
