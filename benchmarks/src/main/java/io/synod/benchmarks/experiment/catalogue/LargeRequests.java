package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;

/** S11, figure 15. */
final class LargeRequests implements Plan {

  @Override
  public String title() {
    return "large requests, a batch each: S11, figure 15";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.REQUEST, Axis.WINDOW);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    int[] kib = effort.quick() ? new int[] {8, 64, 256} : new int[] {8, 32, 64, 128, 256, 512};
    for (int size : kib) {
      for (int window : effort.quick() ? new int[] {1, 5} : new int[] {1, 2, 5, 10}) {
        int request = size << 10;
        points.add(
            effort.point(
                this,
                Axis.at(Axis.REQUEST, request, Axis.WINDOW, window),
                List.of("pipeline.window=" + window, "batch.max-bytes=1KiB"),
                new Load(4, Math.max(4, 2 * window), request, 1)));
      }
    }
    return points;
  }
}
