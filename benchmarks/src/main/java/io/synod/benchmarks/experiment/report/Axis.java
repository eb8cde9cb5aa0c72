package io.synod.benchmarks.experiment.report;

/** The names of the axes, which are names of columns. */
public final class Axis {
  public static final String REQUEST = "request-bytes-set";
  public static final String BATCH = "batch-bytes-set";
  public static final String WINDOW = "window-set";
  public static final String CLIENTS = "clients";
  public static final String DELAY = "delay-ms";
  public static final String REPLICAS = "replicas-set";

  /** Learners beside the replicas, which execute as well. */
  public static final String LEARNERS = "learners";

  /** Number of relay groups; n-1 without relays, as in PigPaxos (section 3.3). */
  public static final String GROUPS = "relay-groups";

  public static final String BATCH_REQUESTS = "batch-requests-set";

  /** 0 timed, 1 nagle, 2 adaptive. */
  public static final String POLICY = "policy";

  /** 0 TCP only, 1 UDP for messages that fit. */
  public static final String TRANSPORT = "transport";

  /** Requests in flight at any time. */
  public static final String OUTSTANDING = "outstanding";

  /** Requests due in a second, in an open loop; 0 in a closed loop. */
  public static final String RATE = "rate";

  /** Followers that are down. */
  public static final String DEAD = "dead-members";

  /** 0 one request an instance, 1 the default. */
  public static final String BATCHING = "batching";

  /** Consistency of reads: log, leader, quorum, bounded, stale, lease, from 0. */
  public static final String CONSISTENCY = "consistency";

  /** Percentage of reads among the requests. */
  public static final String READS = "read-percent";

  /** Memory, view, epoch, sync, from 0. */
  public static final String LEVEL = "durability-set";

  /** Length of the shortest value. */
  public static final String VALUE_LEAST = "value-bytes-least";

  /** Length of the longest value. */
  public static final String VALUE_MOST = "value-bytes-most";

  /** A {@link Configuration}, from 1. */
  public static final String CONFIGURATION = "configuration";

  /** Number of the same measurement, from 1. */
  public static final String RUN = "run";

  /** Whether the replicas measure themselves: 0 or 1. */
  public static final String INSTRUMENTED = "instrumented";

  private Axis() {}
}
