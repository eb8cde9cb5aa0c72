package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Workload;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Placement;
import java.util.ArrayList;
import java.util.List;

/**
 * What the experiments have in common where each replica has the same small share of a processor,
 * so that the leader is the bottleneck as on a machine of its own, with relays and without.
 */
abstract class LeaderBound implements Plan {
  /** If all of 25 replicas used it, a quarter of two processors would be left to the load. */
  static final double SHARE = 0.06;

  /** A request an instance, and all on their way, as there is no window in the paper. */
  static final List<String> UNBATCHED =
      List.of("pipeline.window=512", "batch.max-bytes=" + BatchBytes.MIN + "B");

  private static final int KEYS = 1000;
  private static final int CONNECTIONS = 4;

  // A replica that waits for its next quota, again and again, is slow and not dead. Ten times the
  // default timeout of catch-up wants ten times the backlog, or the votes of that time are lost.
  // What is kept of the log the collector copies, at such a share for a third of a second: little.
  @Override
  public List<String> settings() {
    return List.of(
        "election.timeout=5s",
        "election.heartbeat=500ms",
        "pipeline.retransmit=2s",
        "catch-up.timeout=1s",
        "execution.backlog=10240",
        "relay.timeout=50ms",
        "log.margin-bytes=1MiB",
        "log.max-bytes=8MiB");
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public List<String> jvmOptions(List<String> chosen) {
    List<String> options = new ArrayList<>(Dissemination.MANY_REPLICAS_JVM);
    // The second compiler is at work for minutes, at the cost of a share as small as this; and a
    // JVM that counts for its observers wakes up twenty times a second.
    options.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    return options;
  }

  /**
   * @param groups of relays; 0 for none
   */
  Point.Cluster cluster(Effort effort, int replicas, int groups, boolean batches, int deadMembers) {
    List<String> settings = new ArrayList<>(Dissemination.settings(groups));
    if (!batches) {
      settings.addAll(UNBATCHED);
    }
    Point.Limits limits = new Point.Limits(SHARE, deadMembers);
    return cluster(effort, replicas, settings, Placement.TOGETHER, limits);
  }

  /**
   * @param varied settings beside those of the whole plan
   */
  Point.Cluster cluster(
      Effort effort, int replicas, List<String> varied, Placement placement, Point.Limits limits) {
    List<String> settings = new ArrayList<>(settings());
    settings.addAll(varied);
    return new Point.Cluster(
        replicas,
        effort.layout(),
        effort.level(),
        settings,
        placement,
        HostedService.KEY_VALUES,
        limits);
  }

  static Load load(int outstanding, int valueBytes, int readPercent) {
    return new Load(Math.min(CONNECTIONS, outstanding), outstanding, valueBytes, 1)
        .withWorkload(new Workload.KeyValues(KEYS, readPercent));
  }
}
