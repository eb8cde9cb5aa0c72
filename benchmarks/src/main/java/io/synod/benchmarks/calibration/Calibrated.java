package io.synod.benchmarks.calibration;

import io.synod.tuning.measurement.Interval;
import java.util.List;

/**
 * What was measured of a cluster.
 *
 * @param leader that was measured
 * @param view in which it led
 * @param replicas of the cluster
 * @param links to the peers that it is connected to, the nearest first; at least so many as make a
 *     majority with the leader
 * @param intervals of all loads
 */
public record Calibrated(
    int leader, String view, int replicas, List<LinkFinding> links, List<Interval> intervals) {

  public Calibrated {
    links = List.copyOf(links);
    intervals = List.copyOf(intervals);
  }

  /** To a majority and back: to the last of the nearest that make one with the leader. */
  public double roundTripMillis() {
    return majority().get(majority().size() - 1).roundTripMillis();
  }

  /**
   * Of the narrowest link to the nearest that make a majority with the leader; its {@link
   * LinkFinding#bitsPerSecond} is 0 if bandwidth was not measured.
   */
  public LinkFinding narrowest() {
    return majority().stream()
        .min((one, other) -> Double.compare(one.bitsPerSecond(), other.bitsPerSecond()))
        .orElseThrow();
  }

  private List<LinkFinding> majority() {
    return links.subList(0, replicas / 2);
  }
}
