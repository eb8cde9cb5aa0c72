package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.process.Regions;
import io.synod.link.LinkShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * PigPaxos, figure 9 and section 6.4: a relay group in each of three regions, the leader in the
 * first, and what passes between regions.
 */
final class RegionGroups extends LeaderBound {
  // The paper names its regions and gives no times between them: these are about the averages of
  // round trips that were published of them in 2017.
  private static final List<String> REGIONS = List.of("virginia", "california", "oregon");
  private static final int VIRGINIA_CALIFORNIA_MILLIS = 72;
  private static final int VIRGINIA_OREGON_MILLIS = 88;
  private static final int CALIFORNIA_OREGON_MILLIS = 20;

  private static final Duration ELECTION_TIMEOUT = Duration.ofSeconds(5);
  private static final int VALUE_BYTES = 8;
  private static final int WRITES_ALONE = 0;
  private static final int HALF_READS = 50;

  // So far from each other that no two slots are open in one turn, and none share a Relay.
  private static final int LOW_RATE = 10;
  private static final int LOW_OUTSTANDING = 4;

  @Override
  public String title() {
    return "messages across three regions, and throughput and latency, with a relay group in each"
        + " and without: PigPaxos, section 6.4 and figure 9";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.REPLICAS, Axis.GROUPS, Axis.RATE, Axis.OUTSTANDING);
  }

  @Override
  public boolean isRegional() {
    return true;
  }

  @Override
  public String network() {
    return "of one region nothing, between regions emulated links with round trips of %d ms (%s)"
            .formatted(VIRGINIA_CALIFORNIA_MILLIS, pair(0, 1))
        + ", %d ms (%s) and %d ms (%s)"
            .formatted(VIRGINIA_OREGON_MILLIS, pair(0, 2), CALIFORNIA_OREGON_MILLIS, pair(1, 2));
  }

  private static String pair(int one, int other) {
    return REGIONS.get(one) + "-" + REGIONS.get(other);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    // Section 6.4 has three replicas in each region, figure 9 has five.
    for (int members : effort.quick() ? new int[] {3} : new int[] {3, 5}) {
      addCurve(points, effort, members, false);
      addCurve(points, effort, members, true);
    }
    return points;
  }

  private void addCurve(List<Point> points, Effort effort, int members, boolean relayed) {
    Regions regions = regions(members);
    List<String> settings = new ArrayList<>(UNBATCHED);
    for (int replica = 0; replica < regions.replicas(); replica++) {
      settings.add("replica." + replica + ".region=" + regions.nameOf(replica));
    }
    settings.addAll(
        relayed
            ? List.of("dissemination=relay", "relay.groups=region")
            : Dissemination.settings(0));
    Point.Cluster cluster =
        cluster(effort, regions.replicas(), settings, regions, new Point.Limits(SHARE, 0));
    Load low = load(LOW_OUTSTANDING, VALUE_BYTES, WRITES_ALONE).withRate(LOW_RATE);
    points.add(point(effort, cluster, relayed, low));
    for (int outstanding :
        effort.quick() ? new int[] {1, 16, 64, 256} : new int[] {1, 4, 16, 64, 128, 256}) {
      points.add(point(effort, cluster, relayed, load(outstanding, VALUE_BYTES, HALF_READS)));
    }
  }

  private static Regions regions(int members) {
    List<LinkShape> links =
        IntStream.of(VIRGINIA_CALIFORNIA_MILLIS, VIRGINIA_OREGON_MILLIS, CALIFORNIA_OREGON_MILLIS)
            .mapToObj(millis -> LinkShape.delayed(Duration.ofMillis(millis).toNanos() / 2, 0))
            .collect(Collectors.toList());
    return new Regions(REGIONS, members, links, ELECTION_TIMEOUT);
  }

  private static Point point(Effort effort, Point.Cluster cluster, boolean relayed, Load load) {
    return effort.point(
        Axis.at(
            Axis.REPLICAS,
            cluster.replicas(),
            Axis.GROUPS,
            relayed ? REGIONS.size() : cluster.replicas() - 1,
            Axis.RATE,
            load.perSecond(),
            Axis.OUTSTANDING,
            load.outstanding()),
        cluster,
        load);
  }
}
