package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A cluster whose starter also ends it.
 *
 * @param processes that must not end, and whose resource use counts
 * @param quietLeader the leader known in advance; null if the replicas may be asked
 */
public record GivenServers(ChildServers servers, List<Child> processes, Child quietLeader)
    implements ChildServers {

  /** A cluster with learners: these must not end either, and their resource use counts. */
  public static GivenServers followed(ChildServers servers, Learners learners) {
    return new GivenServers(
        servers,
        Stream.concat(servers.processes().stream(), learners.processes().stream()).toList(),
        null);
  }

  /**
   * A cluster that is not asked for its status during a measurement: if a replica has few
   * milliseconds of CPU time a second, even a status is costly. Waits until a replica leads.
   */
  public static GivenServers quiet(ChildServers servers) throws InterruptedException {
    return new GivenServers(servers, servers.processes(), servers.leader());
  }

  @Override
  public Target target() {
    return servers.target();
  }

  @Override
  public Child leader() throws InterruptedException {
    return quietLeader == null ? servers.leader() : quietLeader;
  }

  /** The status of the replicas. */
  @Override
  public List<Map<String, Object>> statuses() throws InterruptedException {
    return quietLeader == null ? servers.statuses() : List.of();
  }

  @Override
  public void close() {}
}
