package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.Child;
import io.synod.benchmarks.process.Children;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.ProcessFailure;
import io.synod.benchmarks.process.ReplicaServers;
import io.synod.benchmarks.process.ServiceSizes;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures one point: starts its cluster and its load, and reads what the leader has told. */
final class PointRun {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final int OUTSTANDING_LEAST = 4096;

  private final Children children;
  private final Span span;
  private final Point point;
  private final Clock clock;

  PointRun(Children children, Span span, Point point, LoadListener listener) {
    this.children = children;
    this.span = span;
    this.point = point;
    clock = new Clock(listener);
  }

  /** Notes when the measurement began and ended; tells another listener the same. */
  private static final class Clock implements LoadListener {
    private final LoadListener listener;
    private long beganMillis;
    private long endedMillis;

    Clock(LoadListener listener) {
      this.listener = listener;
    }

    @Override
    public void onSecond(long answered) {
      listener.onSecond(answered);
    }

    @Override
    public void onMeasuring() {
      beganMillis = System.currentTimeMillis();
      listener.onMeasuring();
    }

    @Override
    public void onMeasured() {
      endedMillis = System.currentTimeMillis();
      listener.onMeasured();
    }
  }

  /**
   * @param rows where the leader's rows are kept
   * @throws ProcessFailure if a process ends, or no leader told anything meanwhile
   */
  Result measure(Path rows) throws InterruptedException {
    Path csv = children.file("rows-" + point.id() + ".csv");
    try (ReplicaServers servers =
        ReplicaServers.start(
            children,
            config(csv),
            point.cluster().replicas(),
            new ServiceSizes(point.answerBytes(), 0),
            point.cluster().link())) {
      Measured measured = LoadRun.measure(children, servers, point.load(), span, clock);
      List<Child> replicas = servers.processes();
      int leader = replicas.indexOf(servers.leader());
      LeaderRows told = leaderRows(csv, leader);
      if (measured.leaderChanged() || told.isEmpty()) {
        throw new ProcessFailure(
            "at point %s no replica led all the time; it will be measured again next time"
                .formatted(point.id()));
      }
      write(told, rows);
      return result(measured, told);
    }
  }

  private SynodConfigBuilder config(Path csv) {
    SynodConfigBuilder builder = SynodConfig.builder().clusterName("experiment");
    builder.sessionMaxOutstanding(
        Math.max(OUTSTANDING_LEAST, point.load().outstandingPerConnection()));
    for (String setting : point.cluster().settings()) {
      int equals = setting.indexOf('=');
      builder.set(setting.substring(0, equals).strip(), setting.substring(equals + 1).strip());
    }
    return builder
        .threadLayout(point.cluster().layout())
        .durability(point.cluster().level())
        .instrumentationInterval(INTERVAL)
        .instrumentationCsv(csv);
  }

  private LeaderRows leaderRows(Path csv, int leader) {
    String name = csv.getFileName().toString().replace(".csv", "-" + leader + ".csv");
    try {
      return LeaderRows.read(csv.resolveSibling(name), clock.beganMillis, clock.endedMillis);
    } catch (IOException gone) {
      throw new UncheckedIOException("cannot read what replica " + leader + " measured", gone);
    }
  }

  private static void write(LeaderRows told, Path rows) {
    try {
      told.write(rows);
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write " + rows, full);
    }
  }

  private Result result(Measured measured, LeaderRows told) {
    double instances = told.sum("instances");
    double batchRequests = told.sum("requests") / instances;
    Map<String, Double> values = new LinkedHashMap<>(point.axes());
    values.put(Result.THROUGHPUT, measured.load().answeredPerSecond());
    values.put(Result.P50, measured.load().latencyMillis(50));
    values.put(Result.P99, measured.load().latencyMillis(99));
    values.put(Result.CPU, measured.cpuMicrosPerRequest());
    values.put(Result.LEADER_CPU, measured.leaderCpuMicrosPerRequest());
    values.put(Result.INSTANCES, measured.load().answeredPerSecond() / batchRequests);
    values.put(Result.BATCH_REQUESTS, batchRequests);
    values.put(Result.WINDOW_MEAN, told.mean("window-mean", "interval-ms"));
    values.put(Result.ACCEPT_BYTES, told.mean("accept-bytes", "instances"));
    values.put(Result.ACCEPTED_BYTES, told.mean("accepted-bytes", "instances"));
    values.put(Result.INSTANCE_CPU, told.sum("cpu-ms") / instances);
    values.put(Result.INSTANCE_LATENCY, told.mean("instance-latency-us", "instances"));
    values.put(Result.QUEUE_DELAY, told.mean("queue-delay-us", "requests"));
    values.put(Result.DATAGRAMS, told.sum("datagrams-sent") / instances);
    double messages = told.sum("phase2-sent") + told.sum("phase2-received");
    values.put(Result.LEADER_MESSAGES, messages / instances);
    return new Result(point.id(), values);
  }
}
