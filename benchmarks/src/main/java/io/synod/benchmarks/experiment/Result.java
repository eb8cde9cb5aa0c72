package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.limit.CpuMeans;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.process.Child;
import io.synod.benchmarks.process.Crossing;
import io.synod.benchmarks.process.Learners;
import io.synod.benchmarks.process.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured at one point: its axes, then {@link #MEASURES}, by name.
 *
 * @param id of the point
 */
record Result(String id, Map<String, Double> values) {
  static final String THROUGHPUT = "requests-per-second";
  static final String P50 = "p50-ms";
  static final String P99 = "p99-ms";
  static final String CPU = "cpu-per-request-us";
  static final String LEADER_CPU = "leader-cpu-per-request-us";
  static final String INSTANCES = "instances-per-second";
  static final String BATCH_REQUESTS = "batch-requests";
  static final String WINDOW_MEAN = "window-mean";
  static final String ACCEPT_BYTES = "accept-bytes";
  static final String ACCEPTED_BYTES = "accepted-bytes";
  static final String INSTANCE_CPU = "cpu-per-instance-ms";
  static final String INSTANCE_LATENCY = "instance-latency-us";
  static final String QUEUE_DELAY = "queue-delay-us";
  static final String DATAGRAMS = "datagrams-per-instance";

  /** Of Phase 2, sent and received by the leader, without its messages to itself. */
  static final String LEADER_MESSAGES = "leader-messages-per-instance";

  /** Of a processor, used by the leader. */
  static final String LEADER_SHARE = "leader-cpu-share";

  /** The largest of a processor that a follower used. */
  static final String FOLLOWER_SHARE = "follower-cpu-share";

  /** Of all processors, used by whatever runs on the machine. */
  static final String MACHINE_BUSY = "machine-busy";

  /** By what the shares were limited: a {@link CpuMeans}, from 0. */
  static final String MEANS = "cpu-means";

  /** Beside the others, where each replica has a share of a processor. */
  static final List<String> SHARES = List.of(LEADER_SHARE, FOLLOWER_SHARE, MACHINE_BUSY, MEANS);

  /** Phase 2a from one region to another. */
  static final String CROSS_ACCEPTS = "cross-accepts-per-instance";

  /** Phase 2b from one region to another. */
  static final String CROSS_VOTES = "cross-votes-per-instance";

  static final String CROSS_ACCEPT_BYTES = "cross-accept-bytes-per-instance";
  static final String CROSS_VOTE_BYTES = "cross-vote-bytes-per-instance";

  /** Heartbeats and pings from one region to another. */
  static final String CROSS_LIVENESS = "cross-liveness-per-second";

  static final String CROSS_LIVENESS_BYTES = "cross-liveness-bytes-per-second";

  /** Catch-up and all other messages from one region to another, of the whole point. */
  static final String CROSS_REST = "cross-rest";

  /** That the others are divided by. */
  static final String CROSS_INSTANCES = "cross-instances";

  /** Beside the others, where replicas are in regions. */
  static final List<String> CROSSINGS =
      List.of(
          CROSS_INSTANCES,
          CROSS_ACCEPTS,
          CROSS_VOTES,
          CROSS_ACCEPT_BYTES,
          CROSS_VOTE_BYTES,
          CROSS_LIVENESS,
          CROSS_LIVENESS_BYTES,
          CROSS_REST);

  /** CPU time of all learners together. */
  static final String LEARNERS_CPU = "learners-cpu-per-request-us";

  /** Learners that follow the leader, and no other replica. */
  static final String LEARNERS_AT_LEADER = "learners-at-leader";

  /** The most that a learner lacks of what the leader has executed when the load ends. */
  static final String BEHIND_SLOTS = "learner-behind-slots";

  /** The longest until a learner has executed that. */
  static final String BEHIND_MILLIS = "learner-behind-ms";

  /** Learners that have fetched a snapshot, and not executed what it holds. */
  static final String LEARNER_SNAPSHOTS = "learners-with-snapshot";

  /** Beside the others, where learners follow. */
  static final List<String> FOLLOWED =
      List.of(
          LEARNERS_CPU,
          LEARNERS_AT_LEADER,
          BEHIND_SLOTS,
          BEHIND_MILLIS,
          LEARNER_SNAPSHOTS,
          MACHINE_BUSY);

  static final String LATENCY_LEAST = "latency-least-ms";
  static final String LATENCY_MEAN = "latency-mean-ms";
  static final String LATENCY_MOST = "latency-most-ms";

  /** CPU time of all replicas, without that of the load. */
  static final String REPLICAS_CPU = "replicas-cpu-per-request-us";

  /** Requests that ended without an answer. */
  static final String UNANSWERED = "unanswered";

  /** Requests that were refused because too much was waiting, each time counted. */
  static final String BUSY = "busy";

  /** Beside the others, where an experiment is detailed. */
  static final List<String> DETAILS =
      List.of(LATENCY_LEAST, LATENCY_MEAN, LATENCY_MOST, REPLICAS_CPU, UNANSWERED, BUSY);

  /** In the order of the report's columns. */
  static final List<String> MEASURES =
      List.of(
          THROUGHPUT,
          P50,
          P99,
          CPU,
          LEADER_CPU,
          INSTANCES,
          BATCH_REQUESTS,
          WINDOW_MEAN,
          ACCEPT_BYTES,
          ACCEPTED_BYTES,
          INSTANCE_CPU,
          INSTANCE_LATENCY,
          QUEUE_DELAY,
          DATAGRAMS,
          LEADER_MESSAGES);

  private static final double NANOS_PER_MICRO = 1e3;

  Result {
    values = new LinkedHashMap<>(values);
  }

  /** Columns of {@code points.csv}, behind the id. */
  static List<String> columns(Experiment experiment) {
    List<String> columns = new ArrayList<>(experiment.axes());
    columns.addAll(MEASURES);
    if (experiment.isShared()) {
      columns.addAll(SHARES);
    }
    if (experiment.isDetailed()) {
      columns.addAll(DETAILS);
    }
    if (experiment.isRegional()) {
      columns.addAll(CROSSINGS);
    }
    if (experiment.isFollowed()) {
      columns.addAll(FOLLOWED);
    }
    return columns;
  }

  /** What both sides tell of a point; where nothing was decided, no numbers of instances. */
  static Result of(Point point, Measured measured, LeaderRows told) {
    double instances = told.sum("instances");
    double batchRequests = told.sum("requests") / instances;
    double messages = told.sum("phase2-sent") + told.sum("phase2-received");
    Map<String, Double> values = new LinkedHashMap<>(point.axes());
    values.put(THROUGHPUT, measured.load().answeredPerSecond());
    values.put(P50, measured.load().latencyMillis(50));
    values.put(P99, measured.load().latencyMillis(99));
    values.put(CPU, measured.cpuMicrosPerRequest());
    values.put(LEADER_CPU, measured.leaderCpuMicrosPerRequest());
    values.put(INSTANCES, measured.load().answeredPerSecond() / batchRequests);
    values.put(BATCH_REQUESTS, batchRequests);
    values.put(WINDOW_MEAN, told.mean("window-mean", "interval-ms"));
    values.put(ACCEPT_BYTES, told.mean("accept-bytes", "instances"));
    values.put(ACCEPTED_BYTES, told.mean("accepted-bytes", "instances"));
    values.put(INSTANCE_CPU, told.sum("cpu-ms") / instances);
    values.put(INSTANCE_LATENCY, told.mean("instance-latency-us", "instances"));
    values.put(QUEUE_DELAY, told.mean("queue-delay-us", "requests"));
    values.put(DATAGRAMS, told.sum("datagrams-sent") / instances);
    values.put(LEADER_MESSAGES, messages / instances);
    return new Result(point.id(), values);
  }

  /** And what the processes used of their shares. */
  Result withShares(CpuWatch watch, Child leader, CpuMeans means) {
    Map<String, Double> all = new LinkedHashMap<>(values);
    all.put(LEADER_SHARE, watch.share(leader));
    all.put(FOLLOWER_SHARE, watch.largestShareBeside(leader));
    all.put(MACHINE_BUSY, watch.machineBusy());
    all.put(MEANS, (double) means.ordinal());
    return new Result(id, all);
  }

  /** And what else the clients and the processes tell. */
  Result withDetails(Measured measured, CpuWatch watch) {
    LoadResult load = measured.load();
    Map<String, Double> all = new LinkedHashMap<>(values);
    all.put(LATENCY_LEAST, load.latencyMillisLeast());
    all.put(LATENCY_MEAN, load.latencyMillisMean());
    all.put(LATENCY_MOST, load.latencyMillisMost());
    all.put(REPLICAS_CPU, watch.cpuNanos() / NANOS_PER_MICRO / load.answered());
    all.put(UNANSWERED, (double) (load.failed() + load.unknown()));
    all.put(BUSY, (double) measured.busy());
    return new Result(id, all);
  }

  /** And what has passed between regions. */
  Result withCrossings(CrossingWatch watch) {
    Map<String, Double> all = new LinkedHashMap<>(values);
    all.put(CROSS_INSTANCES, watch.instances());
    all.put(CROSS_ACCEPTS, watch.perInstance(Crossing.Purpose.ACCEPT).count());
    all.put(CROSS_VOTES, watch.perInstance(Crossing.Purpose.VOTE).count());
    all.put(CROSS_ACCEPT_BYTES, watch.perInstance(Crossing.Purpose.ACCEPT).bytes());
    all.put(CROSS_VOTE_BYTES, watch.perInstance(Crossing.Purpose.VOTE).bytes());
    all.put(CROSS_LIVENESS, watch.perSecond(Crossing.Purpose.LIVENESS).count());
    all.put(CROSS_LIVENESS_BYTES, watch.perSecond(Crossing.Purpose.LIVENESS).bytes());
    all.put(CROSS_REST, (double) watch.crossed(Crossing.Purpose.REST).count());
    return new Result(id, all);
  }

  /** And what the learners tell; where there are none, nobody is behind. */
  Result withLearners(Measured measured, LearnerWatch watch) {
    Learners.Lag lag = watch.lag();
    Map<String, Double> all = new LinkedHashMap<>(values);
    all.put(LEARNERS_CPU, watch.cpuNanos() / NANOS_PER_MICRO / measured.load().answered());
    all.put(LEARNERS_AT_LEADER, (double) watch.atLeader());
    all.put(BEHIND_SLOTS, watch.isFollowed() ? lag.slots() : Double.NaN);
    all.put(BEHIND_MILLIS, watch.isFollowed() ? lag.millis() : Double.NaN);
    all.put(LEARNER_SNAPSHOTS, (double) watch.snapshots());
    all.put(MACHINE_BUSY, watch.machineBusy());
    return new Result(id, all);
  }

  double value(String name) {
    return values.get(name);
  }
}
