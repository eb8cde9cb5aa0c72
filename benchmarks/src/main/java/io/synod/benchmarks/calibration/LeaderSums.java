package io.synod.benchmarks.calibration;

import io.synod.benchmarks.process.ClusterStatus;
import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.CpuTime;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import io.synod.process.ProcessFailure;
import java.util.EnumMap;
import java.util.Map;

/**
 * A leader's counters from its start until one moment, as its status reports them.
 *
 * @param view in which it leads
 * @param sums the status' instrumentation (docs/instrumentation.md)
 */
public record LeaderSums(int replica, String view, Map<?, ?> sums) {
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * @param status of a replica that leads
   * @throws ProcessFailure if it does not lead, or has no instrumentation
   */
  public static LeaderSums of(Map<String, Object> status) {
    int replica = (int) ClusterStatus.number(status, "replica");
    if (!(status.get("instrumentation") instanceof Map<?, ?> sums)) {
      throw new ProcessFailure(
          "replica %d has no instrumentation: start the replicas with instrumentation = on"
              .formatted(replica));
    }
    if (!"leader".equals(status.get("role"))) {
      throw new ProcessFailure(
          "replica %d lost leadership during the measurement: measure again when the leader is stable"
              .formatted(replica));
    }
    return new LeaderSums(replica, String.valueOf(status.get("view")), sums);
  }

  /**
   * The differences between these sums and {@code later}.
   *
   * @param place the source of the interval, for messages
   * @param replicas of the cluster
   * @throws ProcessFailure if another view began meanwhile, or no request was decided
   */
  public Interval until(LeaderSums later, String place, int replicas) {
    if (!view.equals(later.view)) {
      throw new ProcessFailure(
          "replica %d led view %s and then view %s: measure again when the leader is stable"
              .formatted(replica, view, later.view));
    }
    double instances = total(later, "instances");
    double requests = total(later, "requests");
    if (instances == 0 || requests == 0) {
      throw new ProcessFailure(
          "%s: nothing was decided in %,d ms"
              .formatted(
                  place, Math.round(difference(sums, later.sums, "nanos") / NANOS_PER_MILLI)));
    }
    Traffic traffic =
        new Traffic(
            instances,
            requests,
            total(later, "request-bytes") / requests,
            over(total(later, "answer-bytes"), total(later, "replies")),
            over(message(later, "accept", "sentBytes"), message(later, "accept", "sent")),
            over(
                message(later, "accepted", "receivedBytes"),
                message(later, "accepted", "received")));
    return new Interval(place, replicas, traffic, cpu(later));
  }

  /** Milliseconds between these sums and {@code later}. */
  public double millisUntil(LeaderSums later) {
    return difference(sums, later.sums, "nanos") / NANOS_PER_MILLI;
  }

  private CpuTime cpu(LeaderSums later) {
    Map<Activity, Double> millisOf = new EnumMap<>(Activity.class);
    double total = 0;
    for (Activity activity : Activity.values()) {
      double nanos =
          difference(object(sums, "cpuNanos"), object(later.sums, "cpuNanos"), activity.word());
      millisOf.put(activity, nanos / NANOS_PER_MILLI);
      total += nanos / NANOS_PER_MILLI;
    }
    return new CpuTime(total, millisOf);
  }

  private double total(LeaderSums later, String name) {
    return difference(object(sums, "totals"), object(later.sums, "totals"), name);
  }

  private double message(LeaderSums later, String type, String name) {
    return difference(
        object(object(sums, "messages"), type), object(object(later.sums, "messages"), type), name);
  }

  private static double difference(Map<?, ?> earlier, Map<?, ?> later, String name) {
    return (double) ClusterStatus.number(later, name) - ClusterStatus.number(earlier, name);
  }

  private static double over(double sum, double count) {
    return count == 0 ? 0 : sum / count;
  }

  private static Map<?, ?> object(Map<?, ?> outer, String name) {
    if (!(outer.get(name) instanceof Map<?, ?> inner)) {
      throw new ProcessFailure("a status lacks '" + name + "': is it a replica of this version?");
    }
    return inner;
  }
}
