package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A cluster that another has started and will end.
 *
 * @param processes that must not end, and whose use counts
 * @param quietLeader that led before; null where the replicas may be asked
 */
public record GivenServers(ChildServers servers, List<Child> processes, Child quietLeader)
    implements ChildServers {

  /** With its learners: these must not end either, and what they use counts. */
  public static GivenServers followed(ChildServers servers, Learners learners) {
    return new GivenServers(
        servers,
        Stream.concat(servers.processes().stream(), learners.processes().stream()).toList(),
        null);
  }

  /**
   * Which nobody asks anything while it is measured: where a replica has few milliseconds of CPU
   * time a second, to tell its status is work that counts. Waits until somebody leads.
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

  /** Of the replicas. */
  @Override
  public List<Map<String, Object>> statuses() throws InterruptedException {
    return quietLeader == null ? servers.statuses() : List.of();
  }

  @Override
  public void close() {}
}
