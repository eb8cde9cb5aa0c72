package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.experiment.report.Result;
import io.synod.benchmarks.limit.CpuLimit;
import io.synod.benchmarks.limit.CpuMeans;
import io.synod.benchmarks.limit.CpuShare;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.ChildServers;
import io.synod.benchmarks.process.GivenServers;
import io.synod.benchmarks.process.Learners;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.Regions;
import io.synod.benchmarks.process.ReplicaServers;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster, and the points that are measured with it: one, or several in sequence. Owns its
 * processes; for one thread.
 */
final class ClusterRun implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  // Writing a row costs a millisecond.
  private static final Duration INTERVAL_SHARED = Duration.ofSeconds(2);
  private static final int OUTSTANDING_LEAST = 4096;

  // The warm-up is that of five replicas for each replica: without limits they
  // share the processors.
  private static final int WARM_TOGETHER = 5;
  private static final int WARM_OUTSTANDING = 64;
  private static final Duration SETTLE = Duration.ofSeconds(3);

  private final Children children;
  private final Point.Cluster cluster;
  private final Span span;
  private final Path csv;
  private final ReplicaServers servers;
  private final Learners learners;
  private CpuMeans means;

  private ClusterRun(Children children, Point first, Span span) throws InterruptedException {
    this.children = children;
    this.cluster = first.cluster();
    this.span = span;
    csv = children.file("rows.csv");
    servers =
        ReplicaServers.start(
            children, config(first), cluster.replicas(), cluster.service(), cluster.placement());
    learners = servers.startLearners(cluster.learners());
  }

  /**
   * Starts the cluster of {@code first} and prepares it for measurements.
   *
   * @param span of each point; for a cluster with limited replicas, the warm-up before that
   * @throws ProcessFailure if a process ends, or the replicas cannot be limited
   */
  static ClusterRun start(List<String> jvmOptions, Point first, Span span)
      throws InterruptedException {
    Children children = Children.withJvmOptions(jvmOptions);
    try {
      ClusterRun run = new ClusterRun(children, first, span);
      if (run.cluster.limits().isShared()) {
        run.warmUp(first.load());
        run.limit();
      }
      return run;
    } catch (InterruptedException | RuntimeException failure) {
      children.close();
      throw failure;
    }
  }

  /** Whether its cluster also fits that point. */
  boolean serves(Point point) {
    return cluster.equals(point.cluster());
  }

  private boolean isRegional() {
    return cluster.placement() instanceof Regions;
  }

  private void checkRegion(int leader) {
    if (cluster.placement() instanceof Regions regions && regions.regionOf(leader) != 0) {
      throw new ProcessFailure(
          "replica %d of %s leads; it should be one of %s"
              .formatted(leader, regions.nameOf(leader), regions.nameOf(0)));
    }
  }

  private void warmUp(Load load) throws InterruptedException {
    Duration time =
        span.warmUp().multipliedBy(cluster.replicas()).dividedBy(WARM_TOGETHER).plusSeconds(1);
    Load warming =
        new Load(WARM_TOGETHER, WARM_OUTSTANDING, load.requestBytes())
            .withWorkload(load.workload());
    LoadRun.measure(children, servers, warming, new Span(Duration.ZERO, time), LoadListener.SILENT);
  }

  private void limit() throws InterruptedException {
    int leader = servers.id(servers.leader());
    for (int count = 1; count <= cluster.limits().deadMembers(); count++) {
      servers.crash((leader + count) % cluster.replicas());
    }
    List<Long> pids = servers.processes().stream().map(Child::pid).toList();
    try {
      CpuLimit limit = CpuLimit.on(pids, new CpuShare(cluster.limits().cpuShare()));
      children.closeWith(limit::close);
      means = limit.means();
    } catch (IOException refused) {
      throw new ProcessFailure("cannot limit the replicas' CPU", refused);
    }
  }

  /**
   * @param rows the file of the leader's rows
   * @throws ProcessFailure if a process ends, or no leader reported during the measurement
   */
  Result measure(Point point, LoadListener listener, Path rows) throws InterruptedException {
    boolean limited = cluster.limits().isShared();
    Child leader = servers.leader();
    checkRegion(servers.id(leader));
    ChildServers measured =
        limited ? GivenServers.quiet(servers) : GivenServers.followed(servers, learners);
    Span each = limited ? new Span(SETTLE, span.duration()) : span;
    CpuWatch watch = new CpuWatch(servers.processes(), listener);
    CrossingWatch crossings = isRegional() ? new CrossingWatch(servers, servers.id(leader)) : null;
    LearnerWatch followers = new LearnerWatch(learners, leader, watch);
    Measured found = LoadRun.measure(children, measured, point.load(), each, followers);
    Child last = servers.leader();
    LeaderRows ofLeader = leaderRows(servers.id(last), watch);
    boolean silent =
        ofLeader.isEmpty()
            && point.cluster().isInstrumented()
            && point.load().workload().isOrdered();
    if (found.leaderChanged() || limited && leader != last || silent) {
      throw new ProcessFailure(
          "at point %s no replica led all the time; it will be measured again next time"
              .formatted(point.id()));
    }
    followers.end();
    write(ofLeader, rows);
    Map<Measure, Double> values = new EnumMap<>(Measure.class);
    ofLeader.addTo(values, found);
    addDetails(values, found, watch);
    followers.addTo(values, found.load().answered());
    if (crossings != null) {
      crossings.endAndAddTo(values);
    }
    if (limited) {
      watch.addTo(values, last, means);
    }
    return Result.of(point.id(), point.axes(), values);
  }

  /** Adds other figures of the clients and the processes. */
  private static void addDetails(Map<Measure, Double> values, Measured measured, CpuWatch watch) {
    LoadResult load = measured.load();
    values.put(Measure.LATENCY_LEAST, load.latencyMillisLeast());
    values.put(Measure.LATENCY_MEAN, load.latencyMillisMean());
    values.put(Measure.LATENCY_MOST, load.latencyMillisMost());
    values.put(Measure.REPLICAS_CPU, watch.microsPer(load.answered()));
    values.put(Measure.UNANSWERED, (double) (load.failed() + load.unknown()));
    values.put(Measure.BUSY, (double) measured.busy());
  }

  private SynodConfigBuilder config(Point first) {
    SynodConfigBuilder builder = SynodConfig.builder().clusterName("experiment");
    builder.sessionMaxOutstanding(
        Math.max(OUTSTANDING_LEAST, first.load().outstandingPerConnection()));
    for (String setting : cluster.settings()) {
      int equals = setting.indexOf('=');
      builder.set(setting.substring(0, equals).strip(), setting.substring(equals + 1).strip());
    }
    builder.threadLayout(cluster.layout()).durability(cluster.level());
    return cluster.isInstrumented()
        ? builder
            .instrumentationInterval(cluster.limits().isShared() ? INTERVAL_SHARED : INTERVAL)
            .instrumentationCsv(csv)
        : builder;
  }

  private LeaderRows leaderRows(int leader, CpuWatch watch) {
    if (!cluster.isInstrumented()) {
      return LeaderRows.none();
    }
    String name = csv.getFileName().toString().replace(".csv", "-" + leader + ".csv");
    try {
      return LeaderRows.read(csv.resolveSibling(name), watch.beganMillis(), watch.endedMillis());
    } catch (IOException gone) {
      throw new UncheckedIOException("cannot read what replica " + leader + " measured", gone);
    }
  }

  private static void write(LeaderRows ofLeader, Path rows) {
    try {
      ofLeader.write(rows);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + rows, full);
    }
  }

  @Override
  public void close() {
    learners.close();
    servers.close();
    children.close();
  }
}
