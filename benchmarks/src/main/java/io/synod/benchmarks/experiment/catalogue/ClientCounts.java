package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;

/** S11, figure 14. */
final class ClientCounts implements Plan {

  @Override
  public String title() {
    return "clients with one outstanding request each: S11, figure 14";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.REQUEST, Axis.CLIENTS);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    int[] counts =
        effort.quick() ? new int[] {1, 10, 100, 900} : new int[] {1, 5, 10, 50, 100, 300, 900};
    for (int request : effort.quick() ? new int[] {128} : new int[] {128, 1024, 8192}) {
      for (int clients : counts) {
        points.add(
            effort.point(
                this,
                Axis.at(Axis.REQUEST, request, Axis.CLIENTS, clients),
                List.of(),
                new Load(clients, clients, request, 1)));
      }
    }
    return points;
  }
}
