package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.process.Usage;

/**
 * The resource use of servers up to one moment.
 *
 * @param leader names the process that serves the clients
 * @param cpuNanos of all servers
 * @param leaderCpuNanos of that process
 * @param residentBytesPeak sum of the servers' peaks; 0 if unknown
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
