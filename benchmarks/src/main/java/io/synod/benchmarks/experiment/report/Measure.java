package io.synod.benchmarks.experiment.report;

import io.synod.benchmarks.limit.CpuMeans;
import java.util.List;
import java.util.stream.Stream;

/** The figures of each point, in the order of the report's columns. */
public enum Measure {
  THROUGHPUT("requests-per-second", Of.ALWAYS),
  P50("p50-ms", Of.ALWAYS),
  P99("p99-ms", Of.ALWAYS),
  CPU("cpu-per-request-us", Of.ALWAYS),
  LEADER_CPU("leader-cpu-per-request-us", Of.ALWAYS),
  INSTANCES("instances-per-second", Of.ALWAYS),
  BATCH_REQUESTS("batch-requests", Of.ALWAYS),
  WINDOW_MEAN("window-mean", Of.ALWAYS),
  ACCEPT_BYTES("accept-bytes", Of.ALWAYS),
  ACCEPTED_BYTES("accepted-bytes", Of.ALWAYS),
  INSTANCE_CPU("cpu-per-instance-ms", Of.ALWAYS),
  INSTANCE_LATENCY("instance-latency-us", Of.ALWAYS),
  QUEUE_DELAY("queue-delay-us", Of.ALWAYS),
  DATAGRAMS("datagrams-per-instance", Of.ALWAYS),
  /** Phase 2 messages that the leader sends and receives, without those to itself. */
  LEADER_MESSAGES("leader-messages-per-instance", Of.ALWAYS),
  /** Share of a processor that the leader uses. */
  LEADER_SHARE("leader-cpu-share", Of.SHARED),
  /** Share of a processor of the follower that uses the most. */
  FOLLOWER_SHARE("follower-cpu-share", Of.SHARED),
  /** Share of all processors that the whole machine uses. */
  MACHINE_BUSY("machine-busy", Of.SHARED),
  /** The means of limiting the shares: a {@link CpuMeans}, from 0. */
  MEANS("cpu-means", Of.SHARED),
  LATENCY_LEAST("latency-least-ms", Of.DETAILED),
  LATENCY_MEAN("latency-mean-ms", Of.DETAILED),
  LATENCY_MOST("latency-most-ms", Of.DETAILED),
  /** CPU time of all replicas, without the load's. */
  REPLICAS_CPU("replicas-cpu-per-request-us", Of.DETAILED),
  /** Requests that ended without an answer. */
  UNANSWERED("unanswered", Of.DETAILED),
  /** Rejections because of a full queue, retries included. */
  BUSY("busy", Of.DETAILED),
  /** The number of instances by which the others are divided. */
  CROSS_INSTANCES("cross-instances", Of.REGIONAL),
  /** Phase 2a from one region to another. */
  CROSS_ACCEPTS("cross-accepts-per-instance", Of.REGIONAL),
  /** Phase 2b from one region to another. */
  CROSS_VOTES("cross-votes-per-instance", Of.REGIONAL),
  CROSS_ACCEPT_BYTES("cross-accept-bytes-per-instance", Of.REGIONAL),
  CROSS_VOTE_BYTES("cross-vote-bytes-per-instance", Of.REGIONAL),
  /** Heartbeats and pings from one region to another. */
  CROSS_LIVENESS("cross-liveness-per-second", Of.REGIONAL),
  CROSS_LIVENESS_BYTES("cross-liveness-bytes-per-second", Of.REGIONAL),
  /** Catch-up and all other messages from one region to another, over the whole point. */
  CROSS_REST("cross-rest", Of.REGIONAL),
  /** CPU time of all learners together. */
  LEARNERS_CPU("learners-cpu-per-request-us", Of.FOLLOWED),
  /** Learners that follow the leader instead of another replica. */
  LEARNERS_AT_LEADER("learners-at-leader", Of.FOLLOWED),
  /** The largest lag of a learner behind the leader's executed slots at the end of the load. */
  BEHIND_SLOTS("learner-behind-slots", Of.FOLLOWED),
  /** The longest time until a learner has executed them. */
  BEHIND_MILLIS("learner-behind-ms", Of.FOLLOWED),
  /** Learners that have fetched a snapshot instead of executing its slots. */
  LEARNER_SNAPSHOTS("learners-with-snapshot", Of.FOLLOWED),
  COUNTED_VALUES("requests", Of.COUNTED),
  COUNTED_INSTANCES("instances", Of.COUNTED),
  PHASE1_STARTED("phase1-started", Of.COUNTED),
  PHASE1_TIMEOUTS("phase1-timeouts", Of.COUNTED),
  SLOTS_TAKEN_OVER("slots-taken-over", Of.COUNTED),
  PHASE2_SENT("phase2-sent", Of.COUNTED),
  PHASE2_RECEIVED("phase2-received", Of.COUNTED),
  PHASE2_TIMEOUTS("phase2-timeouts", Of.COUNTED),
  CATCH_UPS("catch-ups", Of.COUNTED),
  HOLES("holes", Of.COUNTED);

  private final String column;
  private final Of of;

  Measure(String column, Of of) {
    this.column = column;
    this.of = of;
  }

  /** The experiments that have the figure. */
  public enum Of {
    ALWAYS,
    /** Those that limit each replica to a share of a processor. */
    SHARED,
    DETAILED,
    /** Those with replicas in regions. */
    REGIONAL,
    /** Those with learners; these also show the machine's load. */
    FOLLOWED,
    /** Those of counters, which have the names of the leader's own. */
    COUNTED
  }

  /** Its name in files and reports. */
  public String column() {
    return column;
  }

  /** Whether it is one of the leader's counters. */
  public boolean isCounted() {
    return of == Of.COUNTED;
  }

  public static List<String> columns(Of of) {
    Stream<String> columns = Stream.of(values()).filter(one -> one.of == of).map(Measure::column);
    return (of == Of.FOLLOWED ? Stream.concat(columns, Stream.of(MACHINE_BUSY.column)) : columns)
        .toList();
  }
}
