package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.process.Usage;

/**
 * What servers have used until one moment.
 *
 * @param leader names the process that the clients talk to
 * @param cpuNanos of all of them
 * @param leaderCpuNanos of that one
 * @param residentBytesPeak sum of the most memory that each had; 0 where it is not known
 */
public record Costs(String leader, long cpuNanos, long leaderCpuNanos, long residentBytesPeak) {

  static Costs of(ChildServers servers) throws InterruptedException {
    Child leader = servers.leader();
    long cpu = 0;
    long resident = 0;
    for (Child process : servers.processes()) {
      Usage usage = process.usage();
      cpu += usage.cpuNanos();
      resident += usage.residentBytesPeak();
    }
    return new Costs(leader.name(), cpu, leader.usage().cpuNanos(), resident);
  }
}
