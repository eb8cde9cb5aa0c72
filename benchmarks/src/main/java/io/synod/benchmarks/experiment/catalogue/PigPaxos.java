package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.experiment.report.Axis;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Workload;
import io.synod.benchmarks.process.Regions;
import io.synod.core.settings.Consistency;
import io.synod.link.LinkShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The common parts of PigPaxos' experiments. */
final class PigPaxos {
  /**
   * If all of 25 replicas used their share, a quarter of two processors would be left to the load.
   */
  static final double SHARE = 0.06;

  /** By the number on {@link Axis#CONSISTENCY}. */
  static final List<Consistency> READS =
      List.of(
          Consistency.LOG,
          Consistency.LEADER,
          Consistency.QUORUM,
          Consistency.bounded(Duration.ofMillis(100)),
          Consistency.STALE);

  private static final int KEYS = 1000;

  // The paper names its regions without times between them. These are about the averages of round
  // trips published in 2017.
  private static final List<String> REGIONS = List.of("virginia", "california", "oregon");
  private static final List<Integer> ROUND_TRIP_MILLIS = List.of(72, 88, 20);

  private PigPaxos() {}

  /**
   * Gives each replica the same small share of a processor, so that the leader is the bottleneck as
   * on a machine of its own, with and without relays.
   */
  static Plan leaderBound(String title) {
    // The C2 compiler would use a share as small as this for minutes, and a JVM with performance
    // counters wakes up twenty times a second.
    List<String> jvm = new ArrayList<>(Settings.MANY_REPLICAS_JVM);
    jvm.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    // A replica that waits for its next quota is slow, but not dead. Ten times the default
    // timeout of catch-up needs ten times the backlog, or the votes of that time are lost. The
    // collector copies the retained log, which takes a third of a second at such a share, so the
    // log is small.
    return new Plan(title)
        .share(SHARE)
        .keyValues()
        .jvm(jvm)
        .settings(
            "election.timeout=5s",
            "election.heartbeat=500ms",
            "pipeline.retransmit=2s",
            "catch-up.timeout=1s",
            "execution.backlog=10240",
            "relay.timeout=50ms",
            "log.margin-bytes=1MiB",
            "log.max-bytes=8MiB")
        .settings(PigPaxos::relayed);
  }

  private static List<String> relayed(At at) {
    List<String> settings = new ArrayList<>(Settings.dissemination(at.of(Axis.GROUPS)));
    settings.addAll(at.of(Axis.BATCHING, 0) == 0 ? unbatched() : List.of());
    return settings;
  }

  /** One request an instance, and all in flight, since the paper has no window. */
  private static List<String> unbatched() {
    return List.of("pipeline.window=512", Settings.UNBATCHED);
  }

  static Load load(At at, int connections, int valueBytes, int readPercent) {
    return load(at, connections, valueBytes, readPercent, Consistency.LOG);
  }

  /** Reads and writes of random keys; an open loop if there is a rate. */
  static Load load(
      At at, int connections, int valueBytes, int readPercent, Consistency consistency) {
    int outstanding = at.of(Axis.OUTSTANDING);
    return new Load(Math.min(connections, outstanding), outstanding, valueBytes)
        .withWorkload(new Workload.KeyValues(KEYS, readPercent, consistency))
        .withRate(at.of(Axis.RATE, 0));
  }

  /** The settings that count a leader's messages: single instances, or full batches in a window. */
  static List<String> messages(At at, int requestBytes) {
    boolean alone = at.is(Axis.BATCH_REQUESTS, 1);
    List<String> settings = new ArrayList<>();
    int bytes = Settings.batchBytes(at.of(Axis.BATCH_REQUESTS), requestBytes);
    settings.add("batch.max-bytes=" + bytes + "B");
    settings.add("batch.policy=" + (alone ? "adaptive" : "timed"));
    // The paper counts messages of single instances; instances of one window share messages.
    settings.add("pipeline.window=" + (alone ? 1 : 8));
    settings.addAll(Settings.dissemination(at.of(Axis.GROUPS)));
    // Twenty-five processes wait long for two processors; resent messages would count.
    settings.add("relay.timeout=5s");
    settings.add("pipeline.retransmit=10s");
    return settings;
  }

  /** Which curves of peak and latency there are, and how far each extends. */
  static boolean isOfPeak(At at) {
    boolean batches = at.is(Axis.BATCHING, 1);
    int replicas = at.of(Axis.REPLICAS);
    int outstanding = at.of(Axis.OUTSTANDING);
    if (!Set.of(0, 2).contains(at.of(Axis.GROUPS))) {
      // Other numbers of groups, near the peak (figures 7 and 11).
      return replicas > 5 && !batches && !at.quick() && outstanding == 256;
    }
    if (at.is(Axis.DEAD, 1) && replicas <= (at.quick() ? 9 : 5)) {
      return false;
    }
    if (at.of(Axis.RATE) > 0) {
      return true;
    }
    // With batches the limit is reached only at a greater load.
    Set<Integer> unbatched = at.quick() ? Set.of(64, 256) : Set.of(1, 4, 16, 64, 256, 512);
    return (batches ? Set.of(16, 64, 256, 1024, 4096) : unbatched).contains(outstanding);
  }

  static boolean isOfRegions(At at) {
    return !at.quick() || at.is(Axis.RATE, 10) || !Set.of(4, 128).contains(at.of(Axis.OUTSTANDING));
  }

  static boolean isOfReads(At at) {
    return !at.quick()
        || at.is(Axis.OUTSTANDING, 900)
        || at.is(Axis.OUTSTANDING, 1) && at.is(Axis.READS, 100);
  }

  /** The same number of replicas in each of three regions, the leader in the first (figure 9). */
  static Regions regions(int replicas) {
    List<LinkShape> links =
        ROUND_TRIP_MILLIS.stream()
            .map(millis -> LinkShape.delayed(Duration.ofMillis(millis).toNanos() / 2, 0))
            .toList();
    return new Regions(REGIONS, replicas / REGIONS.size(), links, Duration.ofSeconds(5));
  }

  static String betweenRegions() {
    return ("of one region nothing, between regions emulated links with round trips of"
            + " %d ms (virginia-california), %d ms (virginia-oregon) and %d ms (california-oregon)")
        .formatted(ROUND_TRIP_MILLIS.toArray());
  }

  /** A relay group in each region, or none. */
  static List<String> byRegion(At at) {
    Regions regions = regions(at.of(Axis.REPLICAS));
    List<String> settings = new ArrayList<>(unbatched());
    for (int replica = 0; replica < regions.replicas(); replica++) {
      settings.add("replica." + replica + ".region=" + regions.nameOf(replica));
    }
    settings.addAll(
        at.is(Axis.GROUPS, 0)
            ? Settings.dissemination(0)
            : List.of("dissemination=relay", "relay.groups=region"));
    return settings;
  }
}
