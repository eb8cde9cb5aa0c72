package io.synod.replica.instrumentation;

import io.synod.network.wire.FrameType;
import java.util.Map;

/**
 * All sums of a replica, and what it knows of its links, at one moment. The arrays are the sample's
 * own.
 *
 * @param timeMillis since the epoch
 * @param nanos of the JVM's clock
 * @param standing its role and view at that time
 * @param replicas members of the cluster
 * @param totals by {@link Total}'s ordinal
 * @param cpuNanos by {@link Activity}'s ordinal
 * @param processNanos CPU time of the whole JVM
 * @param links by replica number, of members and of replicas in the configuration; zeros for this
 *     one, null where there is no replica
 * @param traffic by {@link FrameType}'s ordinal
 * @param threadNanos CPU time of each of the replica's threads, by its name
 * @param machineLoad share of all the machine's processors that was used lately, at most some
 *     seconds old; {@link Double#NaN} if this is not known
 * @param allowedSlotNanos slots that might be open, times the time
 */
public record Sample(
    long timeMillis,
    long nanos,
    Standing standing,
    int replicas,
    long[] totals,
    long[] cpuNanos,
    long processNanos,
    Link[] links,
    Messages[] traffic,
    Map<String, Long> threadNanos,
    double machineLoad,
    long allowedSlotNanos) {

  /**
   * @param role as the status names it
   * @param view as the status shows it
   */
  public record Standing(String role, String view) {}

  /**
   * Between this replica and one other.
   *
   * @param shortestTripNanos without a queue; 0 if there was none
   * @param leastTripNanos of the last ten; 0 if there was none
   */
  public record Link(
      long sentBytes, long receivedBytes, long shortestTripNanos, long leastTripNanos) {}

  /** Messages of one type between this replica and all others. */
  public record Messages(long sent, long sentBytes, long received, long receivedBytes) {}

  long total(Total total) {
    return totals[total.ordinal()];
  }

  long cpu(Activity activity) {
    return cpuNanos[activity.ordinal()];
  }

  Messages messages(FrameType type) {
    return traffic[type.ordinal()];
  }
}
