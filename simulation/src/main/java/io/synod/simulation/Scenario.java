package io.synod.simulation;

import io.synod.core.batcher.BatchPolicy;
import io.synod.core.batcher.BatchSettings;
import io.synod.core.catchup.CatchUpSettings;
import io.synod.core.cluster.Quorums;
import io.synod.core.election.ElectionSettings;
import io.synod.core.pipeline.PipelineSettings;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.session.SessionSettings;
import io.synod.simulation.client.Workload;
import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.network.LinkConditions;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.node.Pace;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One cluster, its clients and its faults, all drawn from the seed. */
record Scenario(
    List<NodeSettings> nodes,
    LinkConditions peerLinks,
    LinkConditions clientLinks,
    int clients,
    Workload workload,
    FaultPlan faults) {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long EPOCH_MILLIS = 1_800_000_000_000L;
  private static final int WINDOW_MAX = 8;
  private static final int FRAME_BYTES_MAX = 400;

  static Scenario draw(Seeds seeds) {
    SplittableRandom random = seeds.random("scenario");
    Quorums quorums = quorums(random);
    List<NodeSettings> nodes = nodes(random, quorums);
    int crashes = quorums.replicas() - Math.max(quorums.phase1(), quorums.phase2());
    return new Scenario(
        nodes,
        peerLinks(random),
        links(random, 60 * MILLI, 0.1),
        random.nextInt(1, 5),
        workload(random),
        faults(random, crashes));
  }

  Quorums quorums() {
    return nodes.get(0).replica().quorums();
  }

  int window() {
    return nodes.get(0).replica().pipeline().window();
  }

  int backlogSlots() {
    return nodes.get(0).replica().backlogSlots();
  }

  private static Quorums quorums(SplittableRandom random) {
    int replicas = random.nextInt(1, 8);
    if (random.nextInt(3) > 0) {
      return Quorums.majority(replicas);
    }
    int phase2 = random.nextInt(1, replicas + 1);
    int phase1 = random.nextInt(replicas + 1 - phase2, replicas + 1);
    return new Quorums(replicas, phase1, phase2);
  }

  private static List<NodeSettings> nodes(SplittableRandom random, Quorums quorums) {
    ElectionSettings election = election(random);
    PipelineSettings pipeline = pipeline(random);
    CatchUpSettings catchUp = catchUp(random);
    int backlogSlots = 2 * pipeline.window() + random.nextInt(8);
    int readsMax = random.nextInt(1, 6);
    BatchSettings batch = batch(random);
    SessionSettings session = session(random);
    Pace pace = pace(random);
    List<NodeSettings> nodes = new ArrayList<>();
    for (int self = 0; self < quorums.replicas(); self++) {
      ReplicaSettings replica =
          new ReplicaSettings(
              self, quorums, election, pipeline, catchUp, 1 << 24, backlogSlots, readsMax);
      nodes.add(new NodeSettings(replica, batch, session, clock(random), pace));
    }
    return nodes;
  }

  private static ElectionSettings election(SplittableRandom random) {
    long heartbeat = random.nextLong(8 * MILLI, 25 * MILLI);
    return new ElectionSettings(heartbeat * random.nextInt(3, 13), heartbeat);
  }

  private static PipelineSettings pipeline(SplittableRandom random) {
    int window = random.nextInt(1, 1 + WINDOW_MAX);
    return new PipelineSettings(window, random.nextLong(8 * MILLI, 40 * MILLI));
  }

  private static CatchUpSettings catchUp(SplittableRandom random) {
    return new CatchUpSettings(random.nextInt(1, 2_000), random.nextLong(5 * MILLI, 40 * MILLI));
  }

  private static BatchSettings batch(SplittableRandom random) {
    int maxBytes = random.nextInt(1, 400);
    BatchPolicy policy = BatchPolicy.values()[random.nextInt(BatchPolicy.values().length)];
    long queueBytes = Math.max(FRAME_BYTES_MAX, maxBytes) + random.nextInt(800);
    return new BatchSettings(maxBytes, random.nextLong(5 * MILLI), policy, queueBytes);
  }

  /** Most sessions never expire; some do so within the outages that the faults bring about. */
  private static SessionSettings session(SplittableRandom random) {
    boolean expires = random.nextInt(4) == 0;
    long idleMillis = expires ? random.nextLong(400, 2_000) : 3_600_000;
    return new SessionSettings(idleMillis, 8, expires ? 64 : 1_000);
  }

  private static Pace pace(SplittableRandom random) {
    long handOver = random.nextBoolean() ? 0 : random.nextLong(300 * MICRO);
    long disk = random.nextBoolean() ? 0 : 1 + random.nextLong(4 * MILLI);
    return new Pace(handOver, disk, random.nextLong(2 * MILLI));
  }

  private static SkewedClock clock(SplittableRandom random) {
    long offset = random.nextLong(-(1L << 50), 1L << 50);
    int skewPpm = random.nextInt(-20_000, 20_001);
    return new SkewedClock(offset, skewPpm, EPOCH_MILLIS + random.nextLong(-200, 201));
  }

  private static LinkConditions peerLinks(SplittableRandom random) {
    if (random.nextInt(3) > 0) {
      return links(random, 20 * MILLI, 0.1);
    }
    // Old messages live long enough to meet later views.
    return links(random, 300 * MILLI, 0.3);
  }

  private static LinkConditions links(SplittableRandom random, long tailNanos, double lossMax) {
    boolean ordered = random.nextInt(3) > 0;
    double loss = random.nextInt(3) == 0 ? 0 : random.nextDouble(lossMax);
    double duplication = random.nextBoolean() ? 0 : random.nextDouble(lossMax);
    long delay = random.nextLong(100 * MICRO, 3 * MILLI);
    return new LinkConditions(delay, 1 + random.nextLong(tailNanos), loss, duplication, ordered);
  }

  private static Workload workload(SplittableRandom random) {
    return new Workload(
        random.nextInt(1, 120),
        random.nextInt(100),
        random.nextInt(1, 8),
        random.nextLong(100 * MICRO, thinkMax(random)),
        random.nextLong(20 * MILLI, 250 * MILLI),
        random.nextInt(1, 4),
        random.nextBoolean() ? 0 : random.nextDouble(0.2),
        random.nextBoolean());
  }

  /** Some clients ask as fast as they are answered, some hardly ever. */
  private static long thinkMax(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> MILLI;
      case 1 -> 30 * MILLI;
      default -> 200 * MILLI;
    };
  }

  private static FaultPlan faults(SplittableRandom random, int crashes) {
    return new FaultPlan(
        random.nextLong(500 * MILLI, 15_000 * MILLI),
        random.nextLong(30 * MILLI, 300 * MILLI),
        random.nextLong(50 * MILLI, 900 * MILLI),
        random.nextInt(1 + crashes));
  }
}
