package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;

/** S11, figure 16: TB and TBN, and the policy that is the default here. */
final class Policies implements Plan {
  private static final String[] NAMES = {"timed", "nagle", "adaptive"};

  @Override
  public String title() {
    return "batching policies over the delay of a batch: S11, figure 16";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.POLICY, Axis.DELAY, Axis.CLIENTS);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    int[] delays = effort.quick() ? new int[] {1, 10, 50} : new int[] {1, 5, 10, 20, 50, 100};
    for (int policy = 0; policy < NAMES.length; policy++) {
      for (int delay : delays) {
        for (int clients : new int[] {10, 300}) {
          points.add(
              effort.point(
                  this,
                  Axis.at(Axis.POLICY, policy, Axis.DELAY, delay, Axis.CLIENTS, clients),
                  List.of(
                      "batch.policy=" + NAMES[policy],
                      "batch.max-delay=" + delay + "ms",
                      "batch.max-bytes=64KiB"),
                  new Load(4, clients, 128, 1)));
        }
      }
    }
    return points;
  }
}
