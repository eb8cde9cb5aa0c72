package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;

/** Request size, batch size and window, each with each. */
abstract class BatchWindowGrid implements Plan {
  private static final int OUTSTANDING_MOST = 20_000;

  private final int outstandingLeast;

  /**
   * @param outstandingLeast on their way at least, however small batches and window are
   */
  BatchWindowGrid(int outstandingLeast) {
    this.outstandingLeast = outstandingLeast;
  }

  abstract int[] windows(boolean quick);

  /** Whether the point is left out. */
  abstract boolean isBeyond(int batch, int window);

  @Override
  public List<String> axes() {
    return List.of(Axis.REQUEST, Axis.BATCH, Axis.WINDOW);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int request : effort.quick() ? new int[] {128, 1024} : new int[] {128, 1024, 8192}) {
      for (int each : effort.quick() ? new int[] {1, 8, 64} : new int[] {1, 4, 16, 64, 256}) {
        for (int window : windows(effort.quick())) {
          int batch = BatchBytes.of(each, request);
          if (!isBeyond(batch, window)) {
            points.add(point(effort, request, batch, window));
          }
        }
      }
    }
    return points;
  }

  /** Enough on their way that all batches are full and the window is. */
  private Point point(Effort effort, int request, int batch, int window) {
    int each = BatchBytes.requests(batch, request);
    int outstanding =
        Math.min(OUTSTANDING_MOST, Math.max(outstandingLeast, 2 * each * (window + 1)));
    return effort.point(
        this,
        Axis.at(Axis.REQUEST, request, Axis.BATCH, batch, Axis.WINDOW, window),
        List.of(
            "batch.max-bytes=" + batch + "B",
            "pipeline.window=" + window,
            "batch.policy=timed",
            "queue.max-bytes=256MiB"),
        new Load(4, outstanding, request, 1));
  }
}
