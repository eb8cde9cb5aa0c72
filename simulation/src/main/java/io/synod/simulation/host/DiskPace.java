package io.synod.simulation.host;

import java.util.SplittableRandom;

/** The duration of forces on a replica's disks, for all of its processes. */
public final class DiskPace {
  private static final long STALL_STEP_NANOS = 5_000_000;

  private final long forceNanosMax;
  private long slowNanos;
  private int stalls;

  /**
   * @param forceNanosMax the longest duration of a force; 0 for disks without waits
   */
  public DiskPace(long forceNanosMax) {
    this.forceNanosMax = forceNanosMax;
  }

  /** Changes the duration of every force by this much. */
  public void slow(long moreNanos) {
    slowNanos += moreNanos;
  }

  /** Delays the end of all forces until as many stalls have ended. */
  public void stall() {
    stalls++;
  }

  public void endStall() {
    stalls--;
  }

  /** Makes {@code thread} wait for a force. */
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
