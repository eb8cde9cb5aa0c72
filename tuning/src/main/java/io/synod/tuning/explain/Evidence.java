package io.synod.tuning.explain;

import io.synod.core.settings.BatchLimits;
import java.util.List;
import java.util.Map;

/**
 * What a leader did in an interval.
 *
 * @param requestsPerSecond decided
 * @param instancesPerSecond decided
 * @param instanceMillis mean time from opening to deciding an instance
 * @param queueMillis mean time that a request waits to be batched
 * @param openMean slots that were open, on average
 * @param batchBytes mean of the batches
 * @param refusedPerSecond requests that were answered BUSY
 * @param windowMean slots that might be open, on average: in turns those of the chosen limits and
 *     of others on trial
 * @param limits that are chosen
 * @param threads busy share of each thread, by its name: 1 is one whole processor
 * @param disk share of the time in which the journal's thread waited for its disk; 0 without one
 * @param machine share of all the machine's processors that is used, by whatever runs there; {@link
 *     Double#NaN} if this is not known
 * @param links to the other members
 * @param votesNeeded of other members, to decide a slot
 */
public record Evidence(
    double requestsPerSecond,
    double instancesPerSecond,
    double instanceMillis,
    double queueMillis,
    double openMean,
    double batchBytes,
    double refusedPerSecond,
    double windowMean,
    BatchLimits limits,
    Map<String, Double> threads,
    double disk,
    double machine,
    List<LinkUse> links,
    int votesNeeded) {

  public Evidence {
    threads = Map.copyOf(threads);
    links = List.copyOf(links);
  }

  /**
   * To the quorum and back without a queue; {@link Double#NaN} while too few members answer pings.
   */
  double roundTripMillis() {
    double[] shortest =
        links.stream()
            .filter(LinkUse::isMeasured)
            .mapToDouble(LinkUse::shortestMillis)
            .sorted()
            .toArray();
    if (votesNeeded == 0) {
      return 0;
    }
    return shortest.length < votesNeeded ? Double.NaN : shortest[votesNeeded - 1];
  }

  /**
   * Those behind which a queue of this leader stands, with a known capacity, if no quorum is
   * reached without them. No member is reached over a link without a connection.
   */
  List<LinkUse> fullLinks() {
    List<LinkUse> full = links.stream().filter(LinkUse::isKnownFull).toList();
    long connected = links.stream().filter(LinkUse::isMeasured).count();
    return connected - full.size() < votesNeeded ? full : List.of();
  }
}
