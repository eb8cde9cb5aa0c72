package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** PigPaxos, figures 7, 8, 10, 11 and 13: throughput and latency up to the leader's limit. */
final class RelayPeak extends LeaderBound {
  private static final int GROUPS = 2;
  private static final int[] OTHER_GROUPS = {1, 3, 4, 5, 6};
  private static final int NEAR_PEAK = 256;
  private static final int VALUE_BYTES = 8;
  private static final int READ_PERCENT = 50;

  // A single client without pause keeps the leader of 25 at its limit already.
  private static final int LOW_RATE = 10;
  private static final int LOW_OUTSTANDING = 4;

  @Override
  public String title() {
    return "peak and latency with relay groups, each replica with a share of a processor: PigPaxos,"
        + " figures 7, 8, 10, 11, 13";
  }

  @Override
  public List<String> axes() {
    return List.of(
        Axis.REPLICAS, Axis.BATCHING, Axis.GROUPS, Axis.DEAD, Axis.RATE, Axis.OUTSTANDING);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int batching : effort.quick() ? new int[] {0} : new int[] {0, 1}) {
      for (int replicas : new int[] {25, 9, 5}) {
        addCurve(points, effort, replicas, batching, 0, 0);
        addCurve(points, effort, replicas, batching, GROUPS, 0);
        if (replicas > 5 && (replicas > 9 || !effort.quick())) {
          addCurve(points, effort, replicas, batching, GROUPS, 1);
        }
        if (replicas > 5 && batching == 0 && !effort.quick()) {
          addGroups(points, effort, replicas);
        }
      }
    }
    return points;
  }

  /** Other numbers of groups, near the peak (figures 7 and 11). */
  private void addGroups(List<Point> points, Effort effort, int replicas) {
    for (int groups : OTHER_GROUPS) {
      Point.Cluster cluster = cluster(effort, replicas, groups, false, 0);
      Load load = load(NEAR_PEAK, VALUE_BYTES, READ_PERCENT);
      points.add(effort.point(axes(cluster, 0, groups, load), cluster, load));
    }
  }

  private void addCurve(
      List<Point> points, Effort effort, int replicas, int batching, int groups, int dead) {
    Point.Cluster cluster = cluster(effort, replicas, groups, batching == 1, dead);
    Load low = load(LOW_OUTSTANDING, VALUE_BYTES, READ_PERCENT).withRate(LOW_RATE);
    points.add(effort.point(axes(cluster, batching, groups, low), cluster, low));
    for (int outstanding : outstanding(effort.quick(), batching == 1)) {
      Load load = load(outstanding, VALUE_BYTES, READ_PERCENT);
      points.add(effort.point(axes(cluster, batching, groups, load), cluster, load));
    }
  }

  /** Batches take in more before anything is at its limit. */
  private static int[] outstanding(boolean quick, boolean batches) {
    if (batches) {
      return new int[] {16, 64, 256, 1024, 4096};
    }
    return quick ? new int[] {64, 256} : new int[] {1, 4, 16, 64, 256, 512};
  }

  private static Map<String, Double> axes(
      Point.Cluster cluster, int batching, int groups, Load load) {
    return Axis.at(
        Axis.REPLICAS,
        cluster.replicas(),
        Axis.BATCHING,
        batching,
        Axis.GROUPS,
        groups == 0 ? cluster.replicas() - 1 : groups,
        Axis.DEAD,
        cluster.limits().deadMembers(),
        Axis.RATE,
        load.perSecond(),
        Axis.OUTSTANDING,
        load.outstanding());
  }
}
