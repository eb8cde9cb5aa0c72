package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.process.ProcessFailure;
import io.synod.process.Usage;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The resource use of servers up to one moment.
 *
 * @param leader names the process that serves the clients
 * @param cpuNanos of each server, by its name
 * @param residentBytesPeak sum of the servers' peaks; 0 if unknown
 */
public record Costs(String leader, Map<String, Long> cpuNanos, long residentBytesPeak) {

  public Costs {
    cpuNanos = new LinkedHashMap<>(cpuNanos);
  }

  static Costs of(ChildServers servers) throws InterruptedException {
    Child leader = servers.leader();
    Map<String, Long> cpu = new LinkedHashMap<>();
    long resident = 0;
    for (Child process : servers.processes()) {
      Usage usage = process.usage();
      cpu.put(process.name(), usage.cpuNanos());
      resident += usage.residentBytesPeak();
    }
    return new Costs(leader.name(), cpu, resident);
  }

  /**
   * CPU time of all servers since {@code before}.
   *
   * @throws ProcessFailure if they are not the same processes
   */
  long cpuNanosSince(Costs before) {
    checkSameAs(before);
    return sum(this) - sum(before);
  }

  private static long sum(Costs costs) {
    return costs.cpuNanos.values().stream().mapToLong(Long::longValue).sum();
  }

  /** CPU time of the present leader since {@code before}, of which it was one of the servers. */
  long leaderCpuNanosSince(Costs before) {
    return cpuNanos.get(leader) - before.cpuNanos.get(leader);
  }

  private void checkSameAs(Costs before) {
    if (!cpuNanos.keySet().equals(before.cpuNanos.keySet())) {
      throw new ProcessFailure(
          "%s reported when the measurement began, and %s when it ended: measure again when all run"
              .formatted(before.cpuNanos.keySet(), cpuNanos.keySet()));
    }
    for (String server : cpuNanos.keySet()) {
      if (cpuNanos.get(server) < before.cpuNanos.get(server)) {
        throw new ProcessFailure(
            server + " was started again while it was measured: measure again when all run");
      }
    }
  }
}
