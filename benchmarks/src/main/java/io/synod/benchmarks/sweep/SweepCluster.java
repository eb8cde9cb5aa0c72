package io.synod.benchmarks.sweep;

import io.synod.benchmarks.calibration.LeaderSums;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadFailure;
import io.synod.benchmarks.load.LoadGenerator;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.ClusterStatus;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Placement;
import io.synod.benchmarks.process.ReplicaServers;
import io.synod.client.AdminException;
import io.synod.client.MembershipChange;
import io.synod.client.SynodAdmin;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.Durability;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.config.ThreadLayout;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A cluster with automatic limits, on which other limits are tried, and the load on it: of this
 * process, as are the emulated links. Owns its processes; for one thread.
 */
final class SweepCluster implements AutoCloseable {
  private static final int ANSWER_BYTES = 8;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final Duration HELD_LONGER = Duration.ofSeconds(3);
  private static final Duration HELD_MAX = Duration.ofMinutes(1);
  private static final int LEADERS_MAX = 5;
  private static final Duration LEARNING = Duration.ofSeconds(2);
  private static final Duration CHANGE_MAX = Duration.ofSeconds(30);

  private final Children children;
  private final SynodConfig config;
  private final ReplicaServers servers;
  private int leader;
  private String view;
  private LoadGenerator generator;

  private SweepCluster(Children children, SynodConfig config, ReplicaServers servers)
      throws InterruptedException {
    this.children = children;
    this.config = config;
    this.servers = servers;
    followLeader();
  }

  /** Waits for a leader; all that follows is of that one. */
  void followLeader() throws InterruptedException {
    leader = servers.id(servers.leader());
    view = view();
  }

  /**
   * Starts the cluster and waits until it has a leader.
   *
   * @throws ProcessFailure if a process ends or no replica leads
   */
  static SweepCluster start(
      int replicas, Durability level, Placement placement, List<String> jvmOptions)
      throws InterruptedException {
    Children children = Children.withJvmOptions(jvmOptions);
    try {
      SynodConfigBuilder builder =
          SynodConfig.builder()
              .clusterName("sweep")
              .threadLayout(ThreadLayout.MERGED)
              .durability(level)
              .sessionMaxOutstanding(1 << 14)
              .set("tuning.trials", "on");
      ReplicaServers servers =
          ReplicaServers.start(
              children, builder, replicas, HostedService.idle(ANSWER_BYTES, 0), placement);
      try {
        return new SweepCluster(children, builder.build(), servers);
      } catch (InterruptedException | RuntimeException leaderless) {
        servers.close();
        throw leaderless;
      }
    } catch (InterruptedException | RuntimeException failure) {
      children.close();
      throw failure;
    }
  }

  /** Whether the leader still leads in its view. */
  boolean leads() throws InterruptedException {
    Map<String, Object> status = servers.status(leader);
    return "leader".equals(status.get("role")) && view.equals(String.valueOf(status.get("view")));
  }

  SynodConfig config() {
    return config;
  }

  int leader() {
    return leader;
  }

  ReplicaServers servers() {
    return servers;
  }

  /** Begins another load instead of the current one. */
  void load(Load load) {
    endLoad();
    generator = new LoadGenerator(servers.target(), load);
    generator.start();
  }

  private void endLoad() {
    if (generator != null) {
      generator.close();
      generator = null;
    }
  }

  /** Holds limits, the nearest that the leader may choose, for a minute at most. */
  void hold(BatchLimits limits, Duration length) throws InterruptedException {
    Duration kept = length.compareTo(HELD_MAX) < 0 ? length : HELD_MAX;
    new ClusterStatus(config.cluster()).tryLimits(leader, limits, kept);
  }

  /** Leaves the limits to the autopilot from now on. */
  void release() throws InterruptedException {
    hold(new BatchLimits(1 << 17, 8), Duration.ZERO);
  }

  /**
   * What the autopilot does.
   *
   * @param limits of the leader now, which may be on trial
   * @param chosen the best that it has found
   * @param moves since its start
   */
  record Pilot(BatchLimits limits, BatchLimits chosen, long moves) {}

  Pilot pilot() throws InterruptedException {
    Map<?, ?> now = (Map<?, ?>) servers.status(leader).get("limits");
    return new Pilot(
        limits(now, "maxBytes", "window"),
        limits(now, "chosenMaxBytes", "chosenWindow"),
        ClusterStatus.number(now, "moves"));
  }

  private static BatchLimits limits(Map<?, ?> status, String maxBytes, String window) {
    return new BatchLimits(
        (int) ClusterStatus.number(status, maxBytes), (int) ClusterStatus.number(status, window));
  }

  /** What the leader says of its limits, in lines. */
  String explanation() throws InterruptedException {
    return String.valueOf(servers.status(leader).get("explanation"));
  }

  /**
   * Measures under these limits; again if the leader changes meanwhile, which it may until its
   * timeouts have learnt what these limits put on a link.
   *
   * @throws ProcessFailure if it changes again and again
   */
  SweepPoint measure(BatchLimits limits, Span span) throws InterruptedException {
    for (int left = LEADERS_MAX; ; left--) {
      try {
        return measureOnce(limits, span);
      } catch (ProcessFailure failure) {
        if (left == 0 || leads()) {
          throw failure;
        }
        followLeader();
        pass(LEARNING);
      }
    }
  }

  private SweepPoint measureOnce(BatchLimits limits, Span span) throws InterruptedException {
    hold(limits, span.warmUp().plus(span.duration()).multipliedBy(2).plus(HELD_LONGER));
    pass(span.warmUp());
    Moment before = now();
    LoadResult load = pass(span.duration());
    Moment after = now();
    return new SweepPoint(
        limits,
        load,
        before.sums.until(after.sums, limits.toString(), servers.processes().size()),
        (after.nanos - before.nanos) / NANOS_PER_MILLI,
        (after.diskNanos - before.diskNanos) / NANOS_PER_MILLI,
        (double) after.syncs - before.syncs);
  }

  /** Goes on under the limits that there are. */
  LoadResult pass(Duration time) throws InterruptedException {
    try {
      return generator.measure(new Span(Duration.ZERO, time), LoadListener.SILENT);
    } catch (LoadFailure unanswered) {
      throw new ProcessFailure(unanswered.getMessage(), unanswered);
    }
  }

  /** Follows another leader if there is one. */
  void checkLeader() throws InterruptedException {
    if (!leads()) {
      followLeader();
    }
  }

  /**
   * Adds replicas in new processes, or removes the last ones and ends their processes. Returns once
   * the leader has decided with these members.
   *
   * @param more members; fewer if it is negative
   * @throws ProcessFailure if that is refused or takes too long
   */
  void changeMembers(int more) throws InterruptedException {
    List<Integer> some = more > 0 ? servers.startStandbys(more) : servers.newest(-more);
    MembershipChange change = MembershipChange.NONE;
    for (int id : some) {
      change = more > 0 ? change.add(id) : change.remove(id);
    }
    List<InetSocketAddress> replicas =
        config.cluster().replicas().stream().map(ReplicaAddress::client).toList();
    try {
      SynodAdmin.of(config.cluster().name(), replicas).change(change, CHANGE_MAX);
    } catch (AdminException refused) {
      throw new ProcessFailure("the members do not change: " + refused.getMessage(), refused);
    }
    if (more < 0) {
      some.forEach(servers::crash);
    }
    checkLeader();
  }

  private String view() throws InterruptedException {
    return String.valueOf(servers.status(leader).get("view"));
  }

  private record Moment(LeaderSums sums, long nanos, long diskNanos, long syncs) {}

  private Moment now() throws InterruptedException {
    Map<String, Object> status = servers.status(leader);
    Map<?, ?> storage = (Map<?, ?>) status.get("storage");
    return new Moment(
        LeaderSums.of(status),
        System.nanoTime(),
        ClusterStatus.number(storage, "journalNanos"),
        ClusterStatus.number(storage, "journalSyncs"));
  }

  @Override
  public void close() {
    endLoad();
    servers.close();
    children.close();
  }
}
