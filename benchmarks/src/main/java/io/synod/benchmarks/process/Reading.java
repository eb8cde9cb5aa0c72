package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.process.Usage;
import java.util.List;
import java.util.Map;

/**
 * What all processes of a run have done since their start.
 *
 * @param statuses of the replicas while one of them leads; empty if they cannot be asked
 */
record Reading(Costs costs, Usage load, List<Map<String, Object>> statuses) {

  /**
   * @throws io.synod.process.ProcessFailure if no server leads for a long time
   */
  static Reading of(Servers servers, Child load) throws InterruptedException {
    return new Reading(servers.costs(), load.usage(), servers.ledStatuses());
  }

  /** Requests rejected with BUSY, by all replicas that report it. */
  long busy() {
    return statuses.stream().mapToLong(status -> ClusterStatus.number(status, "busy")).sum();
  }

  /** Whether another replica leads than then, or the same one after an election. */
  boolean leaderChangedSince(Reading before) {
    return !costs.leader().equals(before.costs.leader()) || !view().equals(before.view());
  }

  /** The leader's view; empty if the servers report none. */
  private String view() {
    return statuses.isEmpty() ? "" : String.valueOf(ClusterStatus.leader(statuses).get("view"));
  }

  JournalUse journal() {
    return JournalUse.ofLeader(statuses);
  }
}
