package io.synod.benchmarks.experiment.report;

import io.synod.benchmarks.limit.CpuMeans;
import java.util.List;

/** What is measured at each point, by the names of columns. */
public final class Measure {
  public static final String THROUGHPUT = "requests-per-second";
  public static final String P50 = "p50-ms";
  public static final String P99 = "p99-ms";
  public static final String CPU = "cpu-per-request-us";
  public static final String LEADER_CPU = "leader-cpu-per-request-us";
  public static final String INSTANCES = "instances-per-second";
  public static final String BATCH_REQUESTS = "batch-requests";
  public static final String WINDOW_MEAN = "window-mean";
  public static final String ACCEPT_BYTES = "accept-bytes";
  public static final String ACCEPTED_BYTES = "accepted-bytes";
  public static final String INSTANCE_CPU = "cpu-per-instance-ms";
  public static final String INSTANCE_LATENCY = "instance-latency-us";
  public static final String QUEUE_DELAY = "queue-delay-us";
  public static final String DATAGRAMS = "datagrams-per-instance";

  /** Of Phase 2, sent and received by the leader, without its messages to itself. */
  public static final String LEADER_MESSAGES = "leader-messages-per-instance";

  /** Of a processor, used by the leader. */
  public static final String LEADER_SHARE = "leader-cpu-share";

  /** The largest of a processor that a follower used. */
  public static final String FOLLOWER_SHARE = "follower-cpu-share";

  /** Of all processors, used by whatever runs on the machine. */
  public static final String MACHINE_BUSY = "machine-busy";

  /** By what the shares were limited: a {@link CpuMeans}, from 0. */
  public static final String MEANS = "cpu-means";

  /** Beside the others, where each replica has a share of a processor. */
  public static final List<String> SHARES =
      List.of(LEADER_SHARE, FOLLOWER_SHARE, MACHINE_BUSY, MEANS);

  /** Phase 2a from one region to another. */
  public static final String CROSS_ACCEPTS = "cross-accepts-per-instance";

  /** Phase 2b from one region to another. */
  public static final String CROSS_VOTES = "cross-votes-per-instance";

  public static final String CROSS_ACCEPT_BYTES = "cross-accept-bytes-per-instance";
  public static final String CROSS_VOTE_BYTES = "cross-vote-bytes-per-instance";

  /** Heartbeats and pings from one region to another. */
  public static final String CROSS_LIVENESS = "cross-liveness-per-second";

  public static final String CROSS_LIVENESS_BYTES = "cross-liveness-bytes-per-second";

  /** Catch-up and all other messages from one region to another, of the whole point. */
  public static final String CROSS_REST = "cross-rest";

  /** That the others are divided by. */
  public static final String CROSS_INSTANCES = "cross-instances";

  /** Beside the others, where replicas are in regions. */
  public static final List<String> CROSSINGS =
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
  public static final String LEARNERS_CPU = "learners-cpu-per-request-us";

  /** Learners that follow the leader, and no other replica. */
  public static final String LEARNERS_AT_LEADER = "learners-at-leader";

  /** The most that a learner lacks of what the leader has executed when the load ends. */
  public static final String BEHIND_SLOTS = "learner-behind-slots";

  /** The longest until a learner has executed that. */
  public static final String BEHIND_MILLIS = "learner-behind-ms";

  /** Learners that have fetched a snapshot, and not executed what it holds. */
  public static final String LEARNER_SNAPSHOTS = "learners-with-snapshot";

  /** Beside the others, where learners follow. */
  public static final List<String> FOLLOWED =
      List.of(
          LEARNERS_CPU,
          LEARNERS_AT_LEADER,
          BEHIND_SLOTS,
          BEHIND_MILLIS,
          LEARNER_SNAPSHOTS,
          MACHINE_BUSY);

  public static final String LATENCY_LEAST = "latency-least-ms";
  public static final String LATENCY_MEAN = "latency-mean-ms";
  public static final String LATENCY_MOST = "latency-most-ms";

  /** CPU time of all replicas, without that of the load. */
  public static final String REPLICAS_CPU = "replicas-cpu-per-request-us";

  /** Requests that ended without an answer. */
  public static final String UNANSWERED = "unanswered";

  /** Requests that were refused because too much was waiting, each time counted. */
  public static final String BUSY = "busy";

  /** Beside the others, where an experiment is detailed. */
  public static final List<String> DETAILS =
      List.of(LATENCY_LEAST, LATENCY_MEAN, LATENCY_MOST, REPLICAS_CPU, UNANSWERED, BUSY);

  /** Of every experiment. */
  public static final List<String> ALWAYS =
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

  private Measure() {}
}
