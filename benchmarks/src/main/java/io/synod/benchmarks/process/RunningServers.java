package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A running cluster, here or elsewhere, which is neither started nor ended. Its replicas report
 * their resource use in their status.
 */
public final class RunningServers implements Servers {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ClusterStatus status;
  private final Target target;

  public RunningServers(SynodConfig config) {
    status = new ClusterStatus(config.cluster());
    target = target(config);
  }

  /** The target for a cluster with any answers. */
  public static Target target(SynodConfig config) {
    List<String> addresses =
        config.cluster().replicas().stream().map(ReplicaAddress::clientText).toList();
    return new Target(
        config.cluster().name(), String.join(",", addresses), Target.ANY_ANSWER_BYTES);
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public List<Child> processes() {
    return List.of();
  }

  @Override
  public void awaitLeader() throws InterruptedException {
    status.awaitLeader();
  }

  @Override
  public Costs costs() throws InterruptedException {
    List<Map<String, Object>> statuses = ledStatuses();
    Map<String, Long> cpu = new LinkedHashMap<>();
    for (Map<String, Object> replica : statuses) {
      cpu.put(name(replica), ClusterStatus.number(replica, "processCpuMillis") * NANOS_PER_MILLI);
    }
    return new Costs(name(ClusterStatus.leader(statuses)), cpu, 0);
  }

  private static String name(Map<String, Object> replica) {
    return "replica " + replica.get("replica");
  }

  @Override
  public List<Map<String, Object>> statuses() throws InterruptedException {
    return status.all();
  }

  @Override
  public void close() {}
}
