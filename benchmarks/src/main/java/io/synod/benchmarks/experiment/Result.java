package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Experiment;
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

  Result {
    values = new LinkedHashMap<>(values);
  }

  /** Columns of {@code points.csv}, behind the id. */
  static List<String> columns(Experiment experiment) {
    List<String> columns = new ArrayList<>(experiment.axes());
    columns.addAll(MEASURES);
    return columns;
  }

  double value(String name) {
    return values.get(name);
  }
}
