package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.experiment.report.Axis;
import io.synod.benchmarks.load.Load;
import java.util.List;

/** The common parts of the experiments of Santos and Schiper ("Tuning Paxos", S11 and S13). */
final class SantosSchiper {
  private static final int OUTSTANDING_MOST = 20_000;

  // A link of 10 Mbit/s takes 2.8 s for this; behind more bytes, heartbeats arrive too late.
  private static final long UNDER_WAY_BYTES_MAX = 3_500_000;

  private SantosSchiper() {}

  /**
   * Request size, batch size and window, in all combinations.
   *
   * @param outstandingLeast the least number of requests in flight, even with small batches
   */
  static Plan batchAndWindow(String title, int outstandingLeast) {
    return new Plan(title)
        .axes(Axis.REQUEST, Axis.BATCH, Axis.WINDOW)
        .vary(Axis.REQUEST, new int[] {128, 1024}, new int[] {128, 1024, 8192})
        .vary(Axis.BATCH, new int[] {1, 8, 64}, new int[] {1, 4, 16, 64, 256})
        .settings(
            at ->
                List.of(
                    "batch.max-bytes=" + at.batchBytes() + "B",
                    "pipeline.window=" + at.of(Axis.WINDOW),
                    "batch.policy=timed",
                    "queue.max-bytes=256MiB"))
        .load(at -> filling(at, outstandingLeast))
        .picturesBy(Axis.REQUEST)
        .picture("over-batch", Axis.BATCH, Axis.WINDOW)
        .picture("over-window", Axis.WINDOW, Axis.BATCH);
  }

  /** Enough requests in flight to fill all batches and the window. */
  private static Load filling(At at, int outstandingLeast) {
    int full = 2 * at.of(Axis.BATCH) * (at.of(Axis.WINDOW) + 1);
    int outstanding = Math.min(OUTSTANDING_MOST, Math.max(outstandingLeast, full));
    return new Load(4, outstanding, at.of(Axis.REQUEST));
  }

  /** Whether a link carries a whole window in an election timeout. */
  static boolean isCarried(At at) {
    return (long) at.of(Axis.WINDOW) * at.batchBytes() <= UNDER_WAY_BYTES_MAX;
  }

  /** A client for each request in flight. */
  static Load clients(At at, int requestBytes) {
    int clients = at.of(Axis.CLIENTS);
    return new Load(clients, clients, requestBytes);
  }
}
