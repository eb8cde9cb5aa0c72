package io.synod.benchmarks.experiment.catalogue;

import io.synod.link.LinkShape;
import java.util.List;

/**
 * S13, figures 4, 7 and 8 and table IV: 50 ms one way and 10 Mbit/s between each two replicas.
 * Without windows that hold more than a link carries in an election timeout.
 */
final class Wan extends BatchWindowGrid {
  // Each waits for all before it: for minutes, if 900 did where ten are decided a second.
  private static final int OUTSTANDING_LEAST = 16;

  // What a link of 10 Mbit/s takes 2.8 s for: behind more than that heartbeats come too late.
  private static final long UNDER_WAY_BYTES_MAX = 3_500_000;

  Wan() {
    super(OUTSTANDING_LEAST);
  }

  @Override
  public String title() {
    return "batch size and window in a WAN: S13, figures 4, 7, 8, table IV; S11, figures 8-13";
  }

  @Override
  int[] windows(boolean quick) {
    return quick ? new int[] {1, 5, 20, 50} : new int[] {1, 2, 5, 10, 20, 35, 50, 100};
  }

  @Override
  boolean isBeyond(int batch, int window) {
    return (long) window * batch > UNDER_WAY_BYTES_MAX;
  }

  @Override
  public LinkShape link() {
    return LinkShape.named("wan-50ms");
  }

  @Override
  public List<String> settings() {
    return List.of(
        "pipeline.retransmit=2s",
        "election.heartbeat=150ms",
        "election.timeout=3s",
        "catch-up.timeout=400ms");
  }
}
