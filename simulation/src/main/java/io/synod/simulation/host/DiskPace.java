package io.synod.simulation.host;

import java.util.SplittableRandom;

/** How long a replica's disks take for a force, over all lives of its process. */
public final class DiskPace {
  private static final long STALL_STEP_NANOS = 5_000_000;

  private final long forceNanosMax;
  private long slowNanos;
  private int stalls;

  /**
   * @param forceNanosMax a force takes at most so long; 0 for disks that are never waited for
   */
  public DiskPace(long forceNanosMax) {
    this.forceNanosMax = forceNanosMax;
  }

  /** Every force takes this much longer, or less again. */
  public void slow(long moreNanos) {
    slowNanos += moreNanos;
  }

  /** No force ends until as many stalls have ended. */
  public void stall() {
    stalls++;
  }

  public void endStall() {
    stalls--;
  }

  /** Lets {@code thread} wait for a force. */
  void await(SimulatedThread thread, SplittableRandom random) {
    long nanos = slowNanos + (forceNanosMax == 0 ? 0 : random.nextLong(forceNanosMax));
    if (nanos > 0) {
      thread.sleep(nanos);
    }
    while (stalls > 0) {
      thread.sleep(STALL_STEP_NANOS);
    }
  }
}
