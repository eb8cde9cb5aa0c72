package io.synod.benchmarks.process;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.client.ReplicaStatus;
import io.synod.core.settings.BatchLimits;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.ClusterConfig;
import io.synod.replica.config.ReplicaAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The status of a running cluster's replicas. For one thread, which waits. */
public final class ClusterStatus {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LEADER_PATIENCE = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 50;

  private final ClusterConfig cluster;

  public ClusterStatus(ClusterConfig cluster) {
    this.cluster = cluster;
  }

  /**
   * The status of the replicas that answer, at least a majority.
   *
   * @throws ProcessFailure if fewer answer
   */
  public List<Map<String, Object>> all() throws InterruptedException {
    List<Map<String, Object>> statuses = new ArrayList<>();
    String silent = "";
    for (ReplicaAddress replica : cluster.replicas()) {
      try {
        statuses.add(JSON.std.mapFrom(ReplicaStatus.fetch(replica.client(), PATIENCE)));
      } catch (IOException unreachable) {
        silent = unreachable.getMessage();
      }
    }
    if (statuses.size() <= cluster.size() / 2) {
      throw new ProcessFailure(
          "only %d of %d replicas report their status: %s"
              .formatted(statuses.size(), cluster.size(), silent));
    }
    return statuses;
  }

  /**
   * The status of one replica.
   *
   * @throws ProcessFailure if it does not answer
   */
  public Map<String, Object> of(int replica) throws InterruptedException {
    try {
      return JSON.std.mapFrom(ReplicaStatus.fetch(cluster.replica(replica).client(), PATIENCE));
    } catch (IOException unreachable) {
      throw new ProcessFailure(
          "replica %d no longer reports its status: %s"
              .formatted(replica, unreachable.getMessage()));
    }
  }

  /**
   * Makes a replica measure the bandwidth of its links; its status has the results later.
   *
   * @throws ProcessFailure if it does not answer
   */
  public void measureLinks(int replica) throws InterruptedException {
    try {
      ReplicaStatus.measureLinks(cluster.replica(replica).client(), cluster.name(), PATIENCE);
    } catch (IOException unreachable) {
      throw new ProcessFailure(
          "replica %d does not measure its links: %s".formatted(replica, unreachable.getMessage()));
    }
  }

  /**
   * Has a leader keep to other limits of its batches for a time; the next call replaces them.
   *
   * @throws ProcessFailure if it does not answer
   */
  public void tryLimits(int replica, BatchLimits limits, Duration length)
      throws InterruptedException {
    try {
      ReplicaStatus.tryLimits(
          cluster.replica(replica).client(),
          cluster.name(),
          limits.maxBytes(),
          limits.window(),
          length,
          PATIENCE);
    } catch (IOException unreachable) {
      throw new ProcessFailure(
          "replica %d does not try %s: %s".formatted(replica, limits, unreachable.getMessage()));
    }
  }

  /**
   * The leader's status; waits for ten seconds, as long as a majority answers.
   *
   * @throws ProcessFailure if no replica leads by then, or fewer answer
   */
  public Map<String, Object> awaitLeader() throws InterruptedException {
    long end = System.nanoTime() + LEADER_PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      for (Map<String, Object> status : all()) {
        if (leads(status)) {
          return status;
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new ProcessFailure(
        "no replica leads after %d s; synod status may show why"
            .formatted(LEADER_PATIENCE.toSeconds()));
  }

  private static boolean leads(Map<String, Object> status) {
    return "leader".equals(status.get("role"));
  }

  /** Whether one of these replicas leads. */
  public static boolean areLed(List<Map<String, Object>> statuses) {
    return statuses.stream().anyMatch(ClusterStatus::leads);
  }

  /**
   * The leader's status.
   *
   * @throws ProcessFailure if no replica leads
   */
  public static Map<String, Object> leader(List<Map<String, Object>> statuses) {
    for (Map<String, Object> status : statuses) {
      if (leads(status)) {
        return status;
      }
    }
    throw new ProcessFailure("no replica leads");
  }

  /**
   * A number in a status, or in an object in it.
   *
   * @throws ProcessFailure if it is missing
   */
  public static long number(Map<?, ?> status, String name) {
    if (!(status.get(name) instanceof Number number)) {
      throw new ProcessFailure("a status lacks '" + name + "': is it a replica of this version?");
    }
    return number.longValue();
  }
}
