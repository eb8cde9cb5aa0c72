package io.synod.benchmarks.process;

import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.WarmUpRate;
import java.util.List;

/**
 * The measurements of a run.
 *
 * @param perSecond answered in each measured second
 * @param cpuNanos of the servers and the load together
 * @param leaderCpuNanos of the process that serves the clients
 * @param residentBytesPeak sum over the servers and the load; 0 if unknown
 * @param busy requests rejected with BUSY
 * @param journal the work of the leader's journal
 * @param stations CPU time at the stations of a request's path
 * @param leaderChanged whether there was an election; the CPU time is that of the leader at the end
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
