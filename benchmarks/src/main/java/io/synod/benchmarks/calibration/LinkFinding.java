package io.synod.benchmarks.calibration;

import io.synod.benchmarks.process.ClusterStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The leader's measurements of its link to one peer.
 *
 * @param replica the peer
 * @param roundTripMillis the least of the last ten, on an idle link
 * @param bursts number of bursts whose rate was found since the leader's start
 * @param bitsPerSecond of the last burst; 0 if there was none
 * @param isLowerBound whether the link carries more
 */
public record LinkFinding(
    int replica, double roundTripMillis, long bursts, double bitsPerSecond, boolean isLowerBound) {
  private static final double MICROS_PER_MILLI = 1e3;

  /** The links to peers that have answered at least {@code pingsMin} pings, the nearest first. */
  static List<LinkFinding> of(Map<String, Object> status, long pingsMin) {
    List<LinkFinding> findings = new ArrayList<>();
    for (Object element : (List<?>) status.getOrDefault("links", List.of())) {
      Map<?, ?> link = (Map<?, ?>) element;
      if (ClusterStatus.number(link, "pings") >= pingsMin) {
        findings.add(of(link));
      }
    }
    findings.sort(Comparator.comparingDouble(LinkFinding::roundTripMillis));
    return findings;
  }

  private static LinkFinding of(Map<?, ?> link) {
    long bursts = ClusterStatus.number(link, "bursts");
    return new LinkFinding(
        (int) ClusterStatus.number(link, "replica"),
        ClusterStatus.number(link, "rttMicros") / MICROS_PER_MILLI,
        bursts,
        bursts == 0 ? 0 : ClusterStatus.number(link, "bitsPerSecond"),
        Boolean.TRUE.equals(link.get("isLowerBound")));
  }
}
