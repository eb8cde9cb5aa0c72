package io.synod.benchmarks.limit;

/** How processes are limited. */
public enum CpuMeans {
  CGROUP_V1("control groups, version 1 (cpu.cfs_quota_us)"),
  CGROUP_V2("control groups, version 2 (cpu.max)"),
  PAUSER("SIGSTOP and SIGCONT, by the CPU time of each process, looked at every 2 ms");

  private final String text;

  CpuMeans(String text) {
    this.text = text;
  }

  /** For a report. */
  public String text() {
    return text;
  }
}
