package io.synod.simulation;

import io.synod.core.cluster.Quorums;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.snapshot.SnapshotSettings;
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
import java.util.SplittableRandom;

/**
 * Draws a scenario from the seed. In some, faults are rare and long, as operators know them; in the
 * others they come faster than any timeout, so that many leaders meet each other's remains.
 */
final class ScenarioDraw {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long EPOCH_MILLIS = 1_800_000_000_000L;
  private static final int WINDOW_MAX = 8;
  private static final int FRAME_BYTES_MAX = 400;

  // More than there are clients: those that have vanished make place.
  private static final int SESSIONS_FEW = 16;

  private final SplittableRandom random;
  private final DurabilityDraw durability;
  private final boolean rapid;
  private final double surroundingsShare;
  private final boolean clocksJump;
  private final double vanishing;
  private final CrowdDraw crowd;
  private final double remainsShare;
  private final RelayDraw relays;
  private final LearnersDraw learners;

  private ScenarioDraw(
      SplittableRandom random,
      DurabilityDraw durability,
      SplittableRandom surroundings,
      CrowdDraw crowd,
      RelayDraw relays,
      LearnersDraw learners) {
    this.random = random;
    this.learners = learners;
    this.relays = relays;
    this.crowd = crowd;
    this.durability = durability;
    rapid = random.nextInt(5) < 2;
    // Duels are what rapid faults are for.
    surroundingsShare = surroundings.nextBoolean() ? 0 : surroundings.nextDouble(rapid ? 0.1 : 0.5);
    clocksJump = surroundings.nextInt(3) == 0;
    double gone = surroundings.nextInt(4) == 0 ? surroundings.nextDouble(0.03) : 0;
    // Who comes and goes is remembered, so that any late copy is known.
    vanishing = crowd.leaves() ? 0 : gone;
    remainsShare = surroundings.nextInt(3) == 0 ? surroundings.nextDouble(0.2, 0.8) : 0;
  }

  static Scenario draw(Seeds seeds) {
    DurabilityDraw durability = new DurabilityDraw(seeds.random("durability"));
    CrowdDraw crowd =
        new CrowdDraw(seeds.random("crowd"), new AnswersDraw(seeds.random("answers")));
    SplittableRandom surroundings = seeds.random("surroundings");
    RelayDraw relays = new RelayDraw(seeds.random("relays"), seeds.random("many replicas"));
    LearnersDraw learners =
        new LearnersDraw(seeds.random("learners"), seeds.random("subscriber bytes"));
    return new ScenarioDraw(
            seeds.random("scenario"), durability, surroundings, crowd, relays, learners)
        .scenario();
  }

  private Scenario scenario() {
    Quorums quorums = relays.quorums(quorums());
    ElectionSettings election = election();
    FaultPlan faults = faults(election, durability.restarts(quorums));
    durability.drawRecovery(faults);
    List<NodeSettings> nodes = nodes(quorums, election);
    long segmentBytes = durability.segmentBytes();
    return new Scenario(
        nodes,
        segmentBytes,
        peerLinks(election),
        links(60 * MILLI, 0.05, 0.1),
        random.nextInt(1, 5),
        workload(faults.durationNanos()),
        faults,
        learners.draw(nodes.get(0), segmentBytes, faults));
  }

  private Quorums quorums() {
    int replicas = random.nextInt(1, 8);
    if (random.nextInt(3) > 0) {
      return Quorums.majority(replicas);
    }
    int phase2 = random.nextInt(1, replicas + 1);
    int phase1 = random.nextInt(replicas + 1 - phase2, replicas + 1);
    return new Quorums(replicas, phase1, phase2);
  }

  private List<NodeSettings> nodes(Quorums quorums, ElectionSettings election) {
    PipelineSettings pipeline = pipeline();
    CatchUpSettings catchUp = catchUp();
    int backlogSlots = 2 * pipeline.window() + random.nextInt(8);
    ClientBounds clients = new ClientBounds(random.nextInt(1, 6), learners.subscriberBytes());
    BatchSettings batch = batch();
    SessionSettings session = session();
    Pace pace = pace();
    RelaySettings relay = relays.draw(quorums);
    LearnerSettings learner = durability.learner(backlogSlots);
    SnapshotSettings snapshot = durability.snapshot();
    List<NodeSettings> nodes = new ArrayList<>();
    for (int self = 0; self < quorums.replicas(); self++) {
      ReplicaSettings replica =
          new ReplicaSettings(
              self,
              quorums,
              election,
              pipeline,
              relay,
              catchUp,
              learner,
              durability.recovery(),
              snapshot,
              clients);
      nodes.add(new NodeSettings(replica, batch, session, clock(), pace));
    }
    return nodes;
  }

  private ElectionSettings election() {
    long heartbeat = random.nextLong(8 * MILLI, 25 * MILLI);
    return new ElectionSettings(heartbeat * random.nextInt(3, rapid ? 20 : 13), heartbeat);
  }

  private PipelineSettings pipeline() {
    int window = random.nextInt(1, 1 + WINDOW_MAX);
    return new PipelineSettings(window, random.nextLong(8 * MILLI, 40 * MILLI));
  }

  private CatchUpSettings catchUp() {
    long timeout =
        rapid ? random.nextLong(MILLI, 20 * MILLI) : random.nextLong(5 * MILLI, 40 * MILLI);
    return new CatchUpSettings(random.nextInt(1, 2_000), timeout);
  }

  private BatchSettings batch() {
    int maxBytes = random.nextInt(1, rapid ? 150 : 400);
    BatchPolicy policy = BatchPolicy.values()[random.nextInt(BatchPolicy.values().length)];
    long queueBytes = Math.max(FRAME_BYTES_MAX, maxBytes) + random.nextInt(800);
    return new BatchSettings(maxBytes, random.nextLong(5 * MILLI), policy, queueBytes);
  }

  /** Most sessions never expire; some do so within the outages that the faults bring about. */
  private SessionSettings session() {
    boolean expires = random.nextInt(4) == 0;
    long idleMillis = expires ? random.nextLong(400, 2_000) : 3_600_000;
    int most = vanishing > 0 ? SESSIONS_FEW : expires && !crowd.leaves() ? 64 : 1_000;
    return new SessionSettings(idleMillis, crowd.outstandingMax(), most, crowd.answers());
  }

  private Pace pace() {
    long handOver = random.nextBoolean() ? 0 : random.nextLong(300 * MICRO);
    long disk = random.nextBoolean() ? 0 : 1 + random.nextLong(4 * MILLI);
    return new Pace(handOver, disk, random.nextLong(2 * MILLI), durability.snapshotNanos());
  }

  private SkewedClock clock() {
    long offset = random.nextLong(-(1L << 50), 1L << 50);
    int skewPpm = random.nextInt(-20_000, 20_001);
    return new SkewedClock(offset, skewPpm, EPOCH_MILLIS + random.nextLong(-200, 201));
  }

  private LinkConditions peerLinks(ElectionSettings election) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> links(20 * MILLI, 0.05, 0.1);
      // Old messages live long enough to meet later views.
      case 2 -> links(6 * election.timeoutNanos(), 0.05, rapid ? 0.05 : 0.3);
      default -> chaos(election.timeoutNanos());
    };
  }

  /** No message knows when it arrives, and none before which. */
  private LinkConditions chaos(long electionTimeoutNanos) {
    long delay = random.nextLong(100 * MICRO, 2 * MILLI);
    long tail = electionTimeoutNanos * random.nextInt(1, 20) / 10;
    double share = random.nextDouble(0.7);
    double loss = random.nextDouble(rapid ? 0.05 : 0.3);
    return new LinkConditions(delay, tail, share, loss, random.nextDouble(0.2), false);
  }

  private LinkConditions links(long tailNanos, double tailShare, double lossMax) {
    boolean ordered = random.nextInt(3) > 0;
    double loss = random.nextInt(3) == 0 ? 0 : random.nextDouble(lossMax);
    double duplication = random.nextBoolean() ? 0 : random.nextDouble(lossMax);
    long delay = random.nextLong(100 * MICRO, 3 * MILLI);
    long tail = 1 + random.nextLong(tailNanos);
    return new LinkConditions(delay, tail, tailShare, loss, duplication, ordered);
  }

  /** Mostly as much as keeps the clients busy while there are faults. */
  private Workload workload(long faultNanos) {
    int requests = random.nextInt(1, rapid ? 300 : 150);
    long thinkNanos = faultNanos / requests * random.nextInt(1, 20) / 10;
    long timeoutMax = rapid ? 40 * MILLI : 250 * MILLI;
    int queries = random.nextInt(100);
    int outstanding = crowd.outstanding(random.nextInt(1, 8));
    long timeoutNanos = random.nextLong(10 * MILLI, timeoutMax);
    int keys = random.nextInt(1, 4);
    double copies = random.nextBoolean() ? 0 : random.nextDouble(0.2);
    return new Workload(
        requests,
        queries,
        outstanding,
        Math.max(
            vanishing > 0 ? 5 * MILLI : 100 * MICRO,
            Math.min(crowd.thinkNanos(thinkNanos), 200 * MILLI)),
        timeoutNanos,
        keys,
        // Where clocks jump or few sessions are kept, any copy may come after its session was
        // forgotten.
        clocksJump || vanishing > 0 ? 0 : copies,
        vanishing,
        crowd.leaving(),
        random.nextBoolean());
  }

  private FaultPlan faults(ElectionSettings election, RestartPlan restarts) {
    int killed = random.nextInt(1 + restarts.losable());
    if (rapid) {
      long timeout = election.timeoutNanos();
      return new FaultPlan(
          timeout * random.nextInt(5, 30),
          random.nextLong(timeout / 2, 3 * timeout / 2),
          random.nextLong(timeout, 2 * timeout),
          killed,
          0.9,
          remainsShare,
          surroundings(),
          restarts);
    }
    return new FaultPlan(
        random.nextLong(500 * MILLI, 15_000 * MILLI),
        random.nextLong(30 * MILLI, 300 * MILLI),
        random.nextLong(50 * MILLI, 900 * MILLI),
        killed,
        0,
        remainsShare,
        surroundings(),
        restarts);
  }

  private SurroundingsPlan surroundings() {
    return new SurroundingsPlan(surroundingsShare, clocksJump);
  }
}
