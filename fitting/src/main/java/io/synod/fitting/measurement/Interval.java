package io.synod.fitting.measurement;

/**
 * What a leader did and spent in one interval.
 *
 * @param place file and line that it was read from, or the load that it was measured under
 * @param replicas n, of its cluster; at least 1
 * @param traffic with at least one instance and one request
 */
public record Interval(String place, int replicas, Traffic traffic, CpuTime cpu) {

  /** The run that it belongs to: its place without the line. */
  public String run() {
    int colon = place.lastIndexOf(':');
    return colon < 0 ? place : place.substring(0, colon);
  }
}
