package io.synod.simulation;

import io.synod.core.cluster.Quorums;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.Durability;
import io.synod.replica.assembly.CoreSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.config.ThreadLayout;
import io.synod.simulation.client.Workload;
import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.fault.RestartPlan;
import io.synod.simulation.fault.SurroundingsPlan;
import io.synod.simulation.network.LinkConditions;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.node.Pace;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Draws a scenario of replicas as they ship, within what their settings allow. */
final class HostedDraw {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long EPOCH_MILLIS = 1_800_000_000_000L;
  private static final int REPLICAS_MAX = 5;
  private static final int PEER_PORT = 7100;
  private static final int CLIENT_PORT = 7200;
  private static final int WINDOW_MAX = 8;
  private static final int STEADY_MILLIS = 400;
  private static final long CALM_NANOS = 80 * MILLI;
  private static final int SKEW_PPM_MAX = 20_000;

  private final SplittableRandom random;
  private final int replicas;
  private final boolean isByWire;
  private final boolean isRapid;

  // Whether timers are so slow that whatever waits for one in vain shows.
  private final boolean isSteady;
  private final Durability durability;
  private final int heartbeatMillis;
  private final int timeoutMillis;

  private HostedDraw(SplittableRandom random) {
    this.random = random;
    replicas = random.nextInt(1, 1 + REPLICAS_MAX);
    isByWire = random.nextBoolean();
    isSteady = random.nextInt(4) == 0;
    isRapid = !isSteady && random.nextInt(5) < 2;
    durability = durability();
    heartbeatMillis = isSteady ? STEADY_MILLIS : random.nextInt(8, 25);
    timeoutMillis = heartbeatMillis * (isSteady ? 4 : random.nextInt(3, isRapid ? 20 : 13));
  }

  /** Where nobody can decide without a replica, it must keep its votes, or nothing. */
  private Durability durability() {
    Durability[] levels = Durability.values();
    Durability level = levels[random.nextInt(levels.length)];
    boolean anyFits = replicas > 2 || replicas == 1 && level == Durability.MEMORY;
    return anyFits && random.nextInt(3) > 0 ? level : Durability.SYNC;
  }

  static HostedScenario draw(Seeds seeds) {
    return new HostedDraw(seeds.random("hosted")).scenario();
  }

  /** The machine on which a replica runs. */
  static String address(int replica) {
    return "10.0.0." + (1 + replica);
  }

  private HostedScenario scenario() {
    SynodConfig config = config();
    FaultPlan faults = faults(config.cluster().quorums());
    return new HostedScenario(
        config,
        nodes(config),
        isByWire,
        links(20 * MILLI, 0.1),
        links(60 * MILLI, 0.1),
        random.nextLong(100 * MICRO),
        random.nextInt(1, 4),
        workload(faults.durationNanos()),
        random.nextInt(3) == 0 ? 2_000 : 60,
        isSteady ? CALM_NANOS : timeoutMillis * MILLI + 2 * CALM_NANOS,
        faults);
  }

  private SynodConfig config() {
    ThreadLayout[] layouts = ThreadLayout.values();
    ThreadLayout layout = layouts[random.nextInt(layouts.length)];
    BatchPolicy[] policies = BatchPolicy.values();
    int window = random.nextInt(1, 1 + WINDOW_MAX);
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("simulated")
            .durability(durability)
            .set("threads.layout", layout.name().toLowerCase(Locale.ROOT))
            .set("instrumentation", "off")
            .set("storage.reserve", "0B")
            .set("storage.repair-timeout", "1h")
            .set("journal.segment-bytes", "64KiB")
            .set("election.timeout", timeoutMillis + "ms")
            .set("election.heartbeat", heartbeatMillis + "ms")
            .set("pipeline.window", String.valueOf(window))
            .set("pipeline.retransmit", (isSteady ? STEADY_MILLIS : random.nextInt(8, 40)) + "ms")
            .set("execution.backlog", String.valueOf(2 * window + random.nextInt(8)))
            .set("catch-up.timeout", random.nextInt(1, 40) + "ms")
            .set("catch-up.max-bytes", random.nextInt(1 << 10, 4 << 10) + "B")
            .set("batch.max-bytes", random.nextInt(64, 1_000) + "B")
            .set("batch.max-delay", random.nextInt(5_000) + "us")
            .set(
                "batch.policy",
                policies[random.nextInt(policies.length)].name().toLowerCase(Locale.ROOT))
            .set("queue.max-bytes", random.nextInt(16 << 10, 32 << 10) + "B")
            .set("log.max-bytes", random.nextInt(64 << 10, 128 << 10) + "B")
            .set("log.margin-bytes", random.nextInt(64 << 10) + "B")
            .set("network.max-frame", "16KiB")
            .set("network.peer-buffer", "64KiB")
            .set("network.client-buffer", "32KiB")
            .set("snapshot.log-slots", String.valueOf(random.nextInt(1, 100)))
            .set("snapshot.part-bytes", "1KiB")
            .set("reads.max-waiting", String.valueOf(random.nextInt(1, 6)));
    if (random.nextInt(4) == 0) {
      // Within the outages that the faults cause.
      builder.set("session.idle-timeout", random.nextInt(1, 4) + "s");
    }
    if (random.nextInt(3) == 0) {
      builder.set("session.max-outstanding", String.valueOf(random.nextInt(1, 6)));
    }
    for (int id = 0; id < replicas; id++) {
      builder.replica(id, address(id), PEER_PORT, CLIENT_PORT);
    }
    return builder.build();
  }

  private List<NodeSettings> nodes(SynodConfig config) {
    long diskNanos = random.nextBoolean() ? 0 : 1 + random.nextLong(4 * MILLI);
    List<NodeSettings> nodes = new ArrayList<>();
    for (int self = 0; self < replicas; self++) {
      SkewedClock clock =
          new SkewedClock(
              random.nextLong(-(1L << 50), 1L << 50),
              random.nextInt(-SKEW_PPM_MAX, SKEW_PPM_MAX + 1),
              EPOCH_MILLIS + random.nextLong(-200, 201));
      nodes.add(
          new NodeSettings(
              CoreSettings.replica(config, self),
              config.batch(),
              config.session(),
              clock,
              new Pace(0, diskNanos, 0, 0)));
    }
    return nodes;
  }

  private LinkConditions links(long tailNanos, double lossMax) {
    boolean ordered = random.nextInt(3) > 0;
    double loss = random.nextInt(3) == 0 ? 0 : random.nextDouble(lossMax);
    double duplication = random.nextBoolean() ? 0 : random.nextDouble(lossMax);
    long delay = random.nextLong(100 * MICRO, 3 * MILLI);
    return new LinkConditions(
        delay, 1 + random.nextLong(tailNanos), 0.05, loss, duplication, ordered);
  }

  private Workload workload(long faultNanos) {
    int requests = random.nextInt(1, isRapid ? 300 : 150);
    long thinkNanos = faultNanos / requests * random.nextInt(1, 20) / 10;
    return new Workload(
        requests,
        random.nextInt(60),
        random.nextInt(1, 8),
        Math.max(100 * MICRO, Math.min(thinkNanos, 200 * MILLI)),
        random.nextLong(20 * MILLI, 250 * MILLI),
        random.nextInt(1, 4),
        0,
        0,
        0,
        false);
  }

  private FaultPlan faults(Quorums quorums) {
    double share = random.nextInt(4) == 0 ? 0 : random.nextDouble(0.15, 0.7);
    RestartPlan restarts = new RestartPlan(share, quorums.losable(), false);
    int killed = random.nextInt(1 + restarts.losable());
    double remains = random.nextInt(3) == 0 ? random.nextDouble(0.2, 0.8) : 0;
    double around = random.nextBoolean() ? 0 : random.nextDouble(isRapid ? 0.1 : 0.5);
    SurroundingsPlan surroundings = new SurroundingsPlan(around, random.nextInt(3) == 0);
    long timeout = timeoutMillis * MILLI;
    if (isRapid && isByWire) {
      return new FaultPlan(
          timeout * random.nextInt(5, 30),
          random.nextLong(timeout / 2, 3 * timeout / 2),
          random.nextLong(timeout, 2 * timeout),
          killed,
          0.9,
          remains,
          surroundings,
          restarts);
    }
    return new FaultPlan(
        random.nextLong(500 * MILLI, 15_000 * MILLI),
        random.nextLong(30 * MILLI, 300 * MILLI),
        random.nextLong(50 * MILLI, 900 * MILLI),
        killed,
        0,
        remains,
        surroundings,
        restarts);
  }
}
