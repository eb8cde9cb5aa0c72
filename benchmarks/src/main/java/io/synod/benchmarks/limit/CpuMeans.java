package io.synod.benchmarks.limit;

/** The means of limiting processes. */
public enum CpuMeans {
  CGROUP_V1("control groups, version 1 (cpu.cfs_quota_us)"),
  CGROUP_V2("control groups, version 2 (cpu.max)"),
  PAUSER("SIGSTOP and SIGCONT, by the CPU time of each process, checked every 2 ms");

  private final String text;

  CpuMeans(String text) {
    this.text = text;
  }

  /** Its description in a report. */
  public String text() {
    return text;
  }
}
