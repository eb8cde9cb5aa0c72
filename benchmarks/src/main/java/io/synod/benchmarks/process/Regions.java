package io.synod.benchmarks.process;

import io.synod.link.LinkShape;
import java.time.Duration;
import java.util.List;

/**
 * The same number of replicas in each of a few regions, those of the first one first; without
 * emulated links within a region. A replica of the first region leads, as long as one is alive: the
 * others have longer election timeouts.
 *
 * @param names of the regions
 * @param members replicas of each
 * @param links between two regions, in both directions: first and second, first and third, and so
 *     on, second and third, and so on
 * @param patience {@code election.timeout} in the first region
 */
public record Regions(List<String> names, int members, List<LinkShape> links, Duration patience)
    implements Placement {
  // A replica that waits for one to two of its own timeouts has received a heartbeat by then.
  private static final int FURTHER_PATIENCE = 4;

  public Regions {
    names = List.copyOf(names);
    links = List.copyOf(links);
    if (members < 1 || links.size() != names.size() * (names.size() - 1) / 2) {
      throw new IllegalArgumentException(
          "%d replicas in each of %s, %d links between these"
              .formatted(members, names, links.size()));
    }
  }

  /** The region's number, from 0. */
  public int regionOf(int replica) {
    return replica / members;
  }

  public String nameOf(int replica) {
    return names.get(regionOf(replica));
  }

  public int replicas() {
    return names.size() * members;
  }

  @Override
  public LinkShape link(int from, int to) {
    int one = Math.min(regionOf(from), regionOf(to));
    int other = Math.max(regionOf(from), regionOf(to));
    if (one == other) {
      return LinkShape.STRAIGHT;
    }
    int before = one * names.size() - one * (one + 1) / 2;
    return links.get(before + other - one - 1);
  }

  @Override
  public List<String> settings(int replica) {
    int times = regionOf(replica) == 0 ? 1 : FURTHER_PATIENCE;
    return List.of("election.timeout=" + patience.multipliedBy(times).toMillis() + "ms");
  }
}
