package io.synod.benchmarks.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;

/** PigPaxos, figure 12: the peak of 25 replicas over the bytes of a value, writes alone. */
final class RelayPayload extends LeaderBound {
  private static final int REPLICAS = 25;
  private static final int NO_READS = 0;

  @Override
  public String title() {
    return "peak over the bytes of a value, with relay groups and without: PigPaxos, figure 12";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.GROUPS, Axis.REQUEST, Axis.OUTSTANDING);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int groups : new int[] {0, 2}) {
      Point.Cluster cluster = cluster(effort, REPLICAS, groups, false, 0);
      for (int bytes : effort.quick() ? new int[] {8, 1280} : new int[] {8, 128, 512, 1280}) {
        for (int outstanding : effort.quick() ? new int[] {256} : new int[] {64, 256}) {
          points.add(
              effort.point(
                  Axis.at(
                      Axis.GROUPS,
                      groups == 0 ? REPLICAS - 1 : groups,
                      Axis.REQUEST,
                      bytes,
                      Axis.OUTSTANDING,
                      outstanding),
                  cluster,
                  load(outstanding, bytes, NO_READS)));
        }
      }
    }
    return points;
  }
}
