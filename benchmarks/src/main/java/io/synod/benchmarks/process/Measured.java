package io.synod.benchmarks.process;

import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.WarmUpRate;
import java.util.List;

/**
 * What a run has measured.
 *
 * @param perSecond answered in each second that was measured
 * @param cpuNanos of the servers and the load together
 * @param leaderCpuNanos of the process that the clients talk to
 * @param residentBytesPeak sum over the servers and the load; 0 where it is not known
 * @param busy requests refused with BUSY
 * @param journal what the leader's journal has done meanwhile
 * @param stations CPU time on the way of a request
 * @param leaderChanged whether another replica leads at the end, to which the leader's CPU belongs
 */
public record Measured(
    LoadResult load,
    List<Long> perSecond,
    long cpuNanos,
    long leaderCpuNanos,
    long residentBytesPeak,
    long busy,
    JournalUse journal,
    Stations stations,
    boolean leaderChanged) {

  private static final double NANOS_PER_MICRO = 1e3;

  public Measured {
    perSecond = List.copyOf(perSecond);
  }

  /** By how much the rate has risen while it was measured, as a share of the first third's. */
  public double rise() {
    return WarmUpRate.rise(perSecond);
  }

  public double cpuMicrosPerRequest() {
    return cpuNanos / NANOS_PER_MICRO / load.answered();
  }

  public double leaderCpuMicrosPerRequest() {
    return leaderCpuNanos / NANOS_PER_MICRO / load.answered();
  }
}
