package io.synod.fitting.measurement;

import java.util.Map;
import java.util.Set;

/**
 * CPU time of one replica's threads in one interval.
 *
 * @param totalMillis of all threads
 * @param millisOf of each activity
 */
public record CpuTime(double totalMillis, Map<Activity, Double> millisOf) {

  public CpuTime {
    millisOf = Map.copyOf(millisOf);
    if (millisOf.size() != Activity.values().length) {
      throw new IllegalArgumentException("CPU time of " + millisOf.keySet() + " only");
    }
  }

  /** Milliseconds of these activities together. */
  public double of(Set<Activity> activities) {
    return activities.stream().mapToDouble(millisOf::get).sum();
  }
}
