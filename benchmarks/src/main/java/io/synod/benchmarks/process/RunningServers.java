package io.synod.benchmarks.process;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.benchmarks.load.Target;
import io.synod.client.ReplicaStatus;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A cluster that runs already, here or elsewhere. What its processes use they tell themselves, in
 * their status; it is neither started nor ended.
 */
public final class RunningServers implements Servers {
  private static final Duration STATUS_PATIENCE = Duration.ofSeconds(5);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SynodConfig config;
  private final Target target;

  public RunningServers(SynodConfig config) {
    this.config = config;
    List<String> addresses =
        config.cluster().replicas().stream().map(ReplicaAddress::clientText).toList();
    target =
        new Target(config.cluster().name(), String.join(",", addresses), Target.ANY_ANSWER_BYTES);
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
    leader(statuses());
  }

  @Override
  public Costs costs() throws InterruptedException {
    List<Map<String, Object>> statuses = statuses();
    long cpuMillis = 0;
    for (Map<String, Object> status : statuses) {
      cpuMillis += number(status, "processCpuMillis");
    }
    Map<String, Object> leader = leader(statuses);
    return new Costs(
        "replica " + leader.get("replica"),
        cpuMillis * NANOS_PER_MILLI,
        number(leader, "processCpuMillis") * NANOS_PER_MILLI,
        0);
  }

  @Override
  public long busy() throws InterruptedException {
    return statuses().stream().mapToLong(status -> number(status, "busy")).sum();
  }

  @Override
  public JournalUse journal() throws InterruptedException {
    Map<?, ?> storage = (Map<?, ?>) leader(statuses()).get("storage");
    return new JournalUse(number(storage, "journalSyncs"), number(storage, "journalBytes"));
  }

  /** Of the replicas that answer, at least a majority. */
  private List<Map<String, Object>> statuses() throws InterruptedException {
    List<Map<String, Object>> statuses = new ArrayList<>();
    String silent = "";
    for (ReplicaAddress replica : config.cluster().replicas()) {
      try {
        String json = ReplicaStatus.fetch(replica.client(), STATUS_PATIENCE);
        statuses.add(JSON.std.mapFrom(json));
      } catch (IOException unreachable) {
        silent = unreachable.getMessage();
      }
    }
    if (statuses.size() <= config.cluster().size() / 2) {
      throw new ProcessFailure(
          "only %d of %d replicas tell their status: %s"
              .formatted(statuses.size(), config.cluster().size(), silent));
    }
    return statuses;
  }

  private static Map<String, Object> leader(List<Map<String, Object>> statuses) {
    for (Map<String, Object> status : statuses) {
      if ("leader".equals(status.get("role"))) {
        return status;
      }
    }
    throw new ProcessFailure("no replica leads");
  }

  private static long number(Map<?, ?> status, String name) {
    if (!(status.get(name) instanceof Number number)) {
      throw new ProcessFailure("a status lacks '" + name + "': is it a replica of this version?");
    }
    return number.longValue();
  }

  @Override
  public void close() {}
}
