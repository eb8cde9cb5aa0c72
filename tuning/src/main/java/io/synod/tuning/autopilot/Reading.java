package io.synod.tuning.autopilot;

/**
 * What a leader did in an interval.
 *
 * @param nanos length of the interval
 * @param requests decided
 * @param instances decided
 * @param bytes of the batches that were decided
 * @param pendingNanos requests in the leader, waiting or undecided, times the time they were there
 * @param latencyNanos from opening to deciding an instance, summed over them
 * @param latencyLeastNanos the shortest of these; 0 without instances
 * @param asideBytes sent to replicas that catch up: decisions and parts of snapshots
 * @param windowFullNanos for which requests waited because the window was full
 */
public record Reading(
    long nanos,
    long requests,
    long instances,
    long bytes,
    double pendingNanos,
    long latencyNanos,
    long latencyLeastNanos,
    long asideBytes,
    long windowFullNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  // With less than this share of what is decided, a replica that catches up hardly counts.
  private static final double ASIDE_SHARE = 0.1;

  /** Whether a replica that catches up took so much that the interval says little of the limits. */
  public boolean isDisturbed() {
    return asideBytes > ASIDE_SHARE * bytes;
  }

  /** How long {@code count} requests take at the rate of this interval. */
  double nanosFor(int count) {
    return (double) count * nanos / Math.max(1, requests);
  }

  /** Requests decided in a second. */
  public double throughput() {
    return requests * NANOS_PER_SECOND / nanos;
  }

  /**
   * Mean time from the admission of a request to its decision, in nanoseconds, by Little's law: the
   * requests that were here, over the rate at which they left. Holds for requests that wait too,
   * which no latency of decided requests shows before they are decided. At least 1.
   */
  public double timeInLeader() {
    return Math.max(1, pendingNanos / Math.max(1, requests));
  }

  /** Mean time from opening to deciding an instance, in nanoseconds; at least 1. */
  public double instanceNanos() {
    return Math.max(1, (double) latencyNanos / Math.max(1, instances));
  }

  /** Slots that are open on average. */
  double openSlots() {
    return (double) latencyNanos / nanos;
  }

  /** Mean bytes of a batch. */
  public double batchBytes() {
    return (double) bytes / Math.max(1, instances);
  }

  /** Share of the interval in which requests waited because the window was full, 0 to 1. */
  public double windowFullShare() {
    return (double) windowFullNanos / nanos;
  }
}
