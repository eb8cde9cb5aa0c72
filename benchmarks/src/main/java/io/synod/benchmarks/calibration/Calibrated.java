package io.synod.benchmarks.calibration;

import io.synod.fitting.fit.WindowedObservation;
import io.synod.fitting.measurement.Interval;
import java.util.List;

/**
 * The measurements of a cluster.
 *
 * @param leader that was measured
 * @param view in which it led
 * @param replicas of the cluster
 * @param links to the peers that it is connected to, the nearest first; at least enough for a
 *     majority with the leader
 * @param shared what the links carry together
 * @param intervals of all loads
 * @param windowed the same, each with its window; empty if the leader lets no client set that
 */
public record Calibrated(
    int leader,
    String view,
    int replicas,
    List<LinkFinding> links,
    SharedFinding shared,
    List<Interval> intervals,
    List<WindowedObservation> windowed) {

  public Calibrated {
    links = List.copyOf(links);
    intervals = List.copyOf(intervals);
    windowed = List.copyOf(windowed);
  }

  /**
   * The round trip to a majority: to the farthest of the nearest peers that make a majority with
   * the leader.
   */
  public double roundTripMillis() {
    return majority().get(majority().size() - 1).roundTripMillis();
  }

  /**
   * The slowest link to the nearest peers that make a majority with the leader; its {@link
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
