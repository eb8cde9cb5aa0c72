package io.synod.simulation;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.Durability;
import io.synod.core.settings.RelaySettings;
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
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import io.synod.simulation.service.UserService;
import io.synod.simulation.stranger.StrangersPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Draws a scenario of production replicas, within the limits of their settings. */
final class ScenarioDraw {
  private static final int NO_DIGESTS = 1_000_000_000;
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long EPOCH_MILLIS = 1_800_000_000_000L;
  private static final int REPLICAS_FEW = 7;
  private static final int PEER_PORT = 7100;
  private static final int CLIENT_PORT = 7200;
  private static final int PRIORITIES_ONE_IN = 16;
  private static final int WINDOW_MAX = 8;

  // Faults are rare enough that the cluster makes progress, which the checks need.
  private static final int SPARSE = 5;
  private static final int FRAME_BYTES = 8 << 10;
  private static final int PADDING_FEW = 60;
  private static final int STEADY_MILLIS = 400;
  private static final long CALM_NANOS = 80 * MILLI;

  // An operator skips a request, at times only after others.
  private static final long OPERATOR_NANOS = 4_000 * MILLI;
  private static final long RELAY_NANOS = 4_000 * MILLI;
  private static final int SKEW_PPM_MAX = 20_000;

  // Enough for a replica that has lost a vote to get a snapshot, despite other faults.
  private static final long REPAIR_NANOS = 2_000 * MILLI;

  private final SplittableRandom random;
  private final Quorums quorums;
  private final RelaySettings relays;
  private final CrowdDraw crowd;
  private final LearnersDraw learners;
  private final JournalDraw journal;
  private final AutomaticDraw automatic;
  private final SplittableRandom strangers;
  private final SplittableRandom priorities;
  private final MembersDraw members;
  private final ReplicaSet standbys;
  private final LeasesDraw leases;
  private final LastingDraw lasting;
  private final IntruderDraw intruder;

  // In two of three scenarios no stranger, otherwise one to three.
  private final int strangersCount;
  private final boolean areDatagrams;
  private final boolean tooMany;
  private final int connectionsLeast;
  private final boolean isByWire;
  private final int paddingBytesMax;
  private final boolean isRapid;

  private final int digestSlots;
  private final String onException;

  // Whether timers are so slow that an unnecessary wait for one is visible.
  private final boolean isSteady;
  private final Durability durability;
  private final int heartbeatMillis;
  private final int timeoutMillis;

  /**
   * @param isForUser whether each request carries one of a user's service
   * @param connectionsLeast that a replica takes
   */
  private ScenarioDraw(Seeds seeds, boolean isForUser, int connectionsLeast) {
    this.connectionsLeast = connectionsLeast;
    random = seeds.random("hosted");
    RelayDraw relayDraw = new RelayDraw(seeds.random("relays"), seeds.random("many replicas"));
    NumbersDraw numbers = new NumbersDraw(seeds.random(NumbersDraw.CONCERN));
    Quorums drawnQuorums = relayDraw.quorums(quorums());
    quorums =
        new Quorums(
            numbers.members(drawnQuorums.replicas()), drawnQuorums.phase1(), drawnQuorums.phase2());
    relays = relayDraw.draw(quorums);
    crowd = new CrowdDraw(seeds.random("crowd"));
    journal = new JournalDraw(seeds.random("journal"));
    learners = new LearnersDraw(seeds.random("learners"));
    automatic = new AutomaticDraw(seeds.random("automatic"));
    leases = new LeasesDraw(seeds.random("leases"));
    strangers = seeds.random("strangers");
    priorities = seeds.random("priorities");
    SplittableRandom digests = seeds.random("digests");
    boolean throwsSometimes = seeds.random("exceptions").nextInt(8) == 0;
    onException = throwsSometimes && !isForUser ? "stop" : "reply";
    digestSlots = digests.nextInt(6) == 0 ? digests.nextInt(1, 20) : NO_DIGESTS;
    strangersCount = Math.max(0, strangers.nextInt(12) - 8);
    SplittableRandom rare = seeds.random("rare");
    areDatagrams = rare.nextInt(4) == 0;
    tooMany = rare.nextInt(12) == 0;
    isByWire = random.nextBoolean();
    int drawn = random.nextInt(3) > 0 ? PADDING_FEW : random.nextInt(2_000, 6_000);
    paddingBytesMax = isForUser ? UserService.BYTES_MAX : drawn;
    isSteady = random.nextInt(4) == 0;
    isRapid = !isSteady && random.nextBoolean();
    durability = durability();
    members = new MembersDraw(seeds.random("members"), quorums, durability, tooMany);
    lasting =
        new LastingDraw(
            seeds.random("lasting fault"), quorums.losable() > 0 && !tooMany && !members.areUsed());
    intruder =
        new IntruderDraw(
            seeds.random(IntruderDraw.CONCERN), members.areUsed() || onException.equals("stop"));
    standbys = numbers.standbys(quorums.members(), members.standbys());
    heartbeatMillis = isSteady ? STEADY_MILLIS : random.nextInt(8, 25);
    timeoutMillis = heartbeatMillis * (isSteady ? 4 : random.nextInt(3, isRapid ? 20 : 13));
  }

  private Quorums quorums() {
    int replicas = random.nextInt(1, 1 + REPLICAS_FEW);
    if (random.nextInt(3) > 0) {
      return Quorums.majority(replicas);
    }
    int phase2 = random.nextInt(1, replicas + 1);
    return new Quorums(replicas, random.nextInt(replicas + 1 - phase2, replicas + 1), phase2);
  }

  /** If no decision is possible without some replica, it must keep its votes, or nothing. */
  private Durability durability() {
    Durability[] levels = Durability.values();
    Durability level = levels[random.nextInt(levels.length)];
    boolean anyFits =
        quorums.losable() > 0 || quorums.replicas() == 1 && level == Durability.MEMORY;
    return anyFits && random.nextInt(3) > 0 ? level : Durability.SYNC;
  }

  static Scenario draw(Seeds seeds, boolean isForUser) {
    Scenario drawn = new ScenarioDraw(seeds, isForUser, 0).scenario();
    int needed = drawn.connectionsMax();
    return drawn.config().network().connectionsMax() >= needed
        ? drawn
        : new ScenarioDraw(seeds, isForUser, needed).scenario();
  }

  /** The machine on which a replica runs. */
  static String address(int replica) {
    return "10.0.0." + (1 + replica);
  }

  private Scenario scenario() {
    FaultPlan faults = faults();
    SynodConfigBuilder builder = builder(faults);
    SynodConfig config = builder.build();
    List<SynodConfig> ofStandbys = ofStandbys(builder);
    return new Scenario(
        config,
        ofStandbys,
        nodes(config, ofStandbys),
        isByWire,
        peerLinks(),
        random.nextLong(50 * MICRO, 2 * MILLI),
        random.nextLong(100 * MICRO),
        random.nextInt(1, 4),
        random.nextBoolean() ? 0 : random.nextInt(1, 4),
        workload(faults.durationNanos()),
        paddingBytesMax,
        calmNanosMax(),
        faults,
        learners.draw(faults),
        new StrangersPlan(
            strangersCount,
            strangers.nextInt(1, 8),
            Math.max(1, faults.durationNanos() / 20),
            strangers.nextLong(1, 10 * MILLI)),
        intruder.draw(quorums.members().numbers(), faults.durationNanos()));
  }

  /**
   * A dead relay holds an Accept until its leader resends it. By then the client may have left that
   * leader, which it avoids for a second. Likewise, a replica loses an Accept for which it has no
   * buffer space before the disk has finished the previous one.
   */
  private long calmNanosMax() {
    long untilSkipped = onException.equals("stop") ? OPERATOR_NANOS : 0;
    long timeoutNanos = timeoutMillis * MILLI;
    long mayWait = timeoutNanos + leases.waitNanos(timeoutNanos) + 2 * CALM_NANOS + untilSkipped;
    if (relays.isUsedBy(quorums.replicas()) || automatic.isAutomatic()) {
      return mayWait + lasting.waitNanos() + RELAY_NANOS;
    }
    // A slow replica may have no space for an Accept, which then comes again after a timeout.
    boolean isPrompt =
        isSteady && untilSkipped == 0 && paddingBytesMax <= PADDING_FEW && !lasting.isSlow();
    return (isPrompt ? CALM_NANOS : mayWait) + lasting.waitNanos();
  }

  /**
   * Of each replica that begins as a standby: all others are contacts, and quorums are those of the
   * membership that it learns.
   */
  private List<SynodConfig> ofStandbys(SynodConfigBuilder builder) {
    List<SynodConfig> configs = new ArrayList<>();
    if (members.areUsed()) {
      builder
          .set("cluster.begin", "join")
          .set("cluster.phase1-quorum", "majority")
          .set("cluster.phase2-quorum", "majority")
          .set("dissemination", "direct");
    }
    for (int id : standbys.numbers()) {
      builder.replica(id, address(id), PEER_PORT, CLIENT_PORT);
      configs.add(builder.build());
    }
    return configs;
  }

  private SynodConfigBuilder builder(FaultPlan faults) {
    ThreadLayout[] layouts = ThreadLayout.values();
    ThreadLayout layout = layouts[random.nextInt(layouts.length)];
    BatchPolicy[] policies = BatchPolicy.values();
    int window = random.nextInt(1, 1 + WINDOW_MAX);
    int frameBytes = paddingBytesMax > FRAME_BYTES / 4 ? 2 * FRAME_BYTES : FRAME_BYTES;
    // Small, so that executed slots are soon cut from all logs, or from none.
    int logBytes = random.nextInt(frameBytes, random.nextBoolean() ? 2 * frameBytes : 128 << 10);
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("simulated")
            .durability(durability)
            .set("threads.layout", layout.name().toLowerCase(Locale.ROOT))
            .set("instrumentation", "off")
            .set("storage.reserve", "0B")
            .set("storage.repair-timeout", repairTimeout(faults))
            .set("journal.segment-bytes", (4 << random.nextInt(3)) + "KiB")
            .set("election.timeout", automatic.timeout(timeoutMillis))
            .set("election.heartbeat", heartbeatMillis + "ms")
            .set("pipeline.window", automatic.range(1, window, ""))
            .set("tuning.trials", automatic.isAutomatic() ? "on" : "off")
            .set(
                "pipeline.retransmit",
                automatic.timeout(isSteady ? STEADY_MILLIS : random.nextInt(8, 40)))
            .set("execution.backlog", String.valueOf(2 * window + random.nextInt(8)))
            .set("catch-up.timeout", automatic.timeout(random.nextInt(1, 40)))
            .set("catch-up.max-bytes", random.nextInt(64, frameBytes / 4) + "B")
            .set(
                "batch.max-bytes",
                automatic.range(64, random.nextInt(64, random.nextBoolean() ? 150 : 1_000), "B"))
            .set("batch.max-delay", random.nextInt(5_000) + "us")
            .set(
                "batch.policy",
                policies[random.nextInt(policies.length)].name().toLowerCase(Locale.ROOT))
            .set("queue.max-bytes", random.nextInt(frameBytes, 2 * frameBytes) + "B")
            .set("log.max-bytes", logBytes + "B")
            .set("log.margin-bytes", random.nextInt(logBytes) + "B")
            .set("network.max-frame", frameBytes + "B")
            .set("network.peer-buffer", "64KiB")
            .set("network.client-buffer", (random.nextBoolean() ? 32 : 4) + "KiB")
            .set("snapshot.part-bytes", random.nextInt(200, 2_000) + "B")
            .set("snapshot.max-rate", (random.nextBoolean() ? 1 << 20 : 20) + "KiB")
            .set("session.max-event-bytes", "64KiB")
            .set("service.digest-slots", String.valueOf(digestSlots))
            .set("service.on-exception", onException)
            .set("reads.max-waiting", String.valueOf(random.nextInt(1, 6)));
    if (random.nextInt(4) == 0) {
      // Shorter than the outages of the faults, but longer than the second for which a client
      // avoids a silent leader.
      builder.set("session.idle-timeout", random.nextInt(2, 5) + "s");
    }
    intruder.set(builder);
    setSnapshots(builder);
    crowd.set(builder);
    journal.set(builder);
    setBoundsForStrangers(builder);
    if (areDatagrams) {
      builder.set("network.datagram-max-bytes", random.nextInt(100, 1_200) + "B");
    }
    setQuorums(builder);
    setRelays(builder);
    setPriorities(builder);
    setMembers(builder);
    leases.set(builder, SKEW_PPM_MAX);
    for (int id : quorums.members().numbers()) {
      builder.replica(id, address(id), PEER_PORT, CLIENT_PORT);
    }
    return builder;
  }

  private void setSnapshots(SynodConfigBuilder builder) {
    if (random.nextInt(4) > 0) {
      builder.set("snapshot.log-slots", String.valueOf(random.nextInt(1, 100)));
    }
    if (random.nextBoolean()) {
      builder.set("snapshot.log-bytes", random.nextInt(1, 16) + "KiB");
    }
    if (random.nextBoolean()) {
      builder.set("snapshot.max-age", random.nextInt(100, 2_000) + "ms");
    }
  }

  private void setMembers(SynodConfigBuilder builder) {
    if (members.areUsed()) {
      builder
          .set("membership.alpha", String.valueOf(members.alpha()))
          .set("member.linger", members.lingerMillis() + "ms");
    }
  }

  /** Quorums that are set do not follow the number of members. */
  private void setQuorums(SynodConfigBuilder builder) {
    if (members.areUsed() && quorums.equals(Quorums.majority(quorums.replicas()))) {
      return;
    }
    builder.set("cluster.phase1-quorum", String.valueOf(quorums.phase1()));
    builder.set("cluster.phase2-quorum", String.valueOf(quorums.phase2()));
  }

  private void setRelays(SynodConfigBuilder builder) {
    if (!relays.isUsedBy(quorums.replicas())) {
      return;
    }
    String groups =
        relays.groups().isEmpty()
            ? String.valueOf(relays.count())
            : relays.groups().stream().map(ScenarioDraw::numbers).collect(Collectors.joining(";"));
    builder
        .set("dissemination", "relay")
        .set("relay.groups", groups)
        .set("relay.answers", String.valueOf(relays.answers()))
        .set("relay.timeout", random.nextInt(1, 8) + "ms");
  }

  private void setPriorities(SynodConfigBuilder builder) {
    if (quorums.replicas() == 1 || priorities.nextInt(PRIORITIES_ONE_IN) > 0) {
      return;
    }
    builder.set("leader.settle", priorities.nextInt(100, 400) + "ms");
    for (int id : quorums.members().numbers()) {
      builder.priority(id, priorities.nextInt(3));
    }
  }

  private static String numbers(ReplicaSet group) {
    return group.numbers().stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** In some scenarios, a replica gives up waiting for votes that no replica has. */
  private String repairTimeout(FaultPlan faults) {
    long shortest = faults.durationNanos() + 2 * faults.lengthNanos() + REPAIR_NANOS;
    return tooMany ? shortest / MILLI + "ms" : "1h";
  }

  /** Lets strangers reach the bounds on all connections together. */
  private void setBoundsForStrangers(SynodConfigBuilder builder) {
    if (strangersCount == 0) {
      return;
    }
    if (strangers.nextBoolean()) {
      builder.set("network.replies-max", strangers.nextInt(64, 80) + "KiB");
    }
    if (strangers.nextBoolean()) {
      int most = Math.max(connectionsLeast, strangers.nextInt(14, 24));
      builder.set("network.max-connections", String.valueOf(most));
    }
    if (strangers.nextBoolean()) {
      builder.set("network.idle-timeout", strangers.nextInt(1, 3) + "s");
    }
  }

  private List<NodeSettings> nodes(SynodConfig config, List<SynodConfig> ofStandbys) {
    long diskNanos = random.nextBoolean() ? 0 : 1 + random.nextLong(4 * MILLI);
    List<NodeSettings> nodes = new ArrayList<>();
    for (int self : quorums.members().numbers()) {
      nodes.add(node(config, self, diskNanos));
    }
    for (int self : standbys.numbers()) {
      nodes.add(node(ofStandbys.get(nodes.size() - quorums.replicas()), self, diskNanos));
    }
    return nodes;
  }

  private NodeSettings node(SynodConfig own, int self, long diskNanos) {
    SkewedClock clock =
        new SkewedClock(
            random.nextLong(-(1L << 50), 1L << 50),
            random.nextInt(-SKEW_PPM_MAX, SKEW_PPM_MAX + 1),
            EPOCH_MILLIS + random.nextLong(-200, 201));
    return new NodeSettings(CoreSettings.replica(own, self), clock, diskNanos);
  }

  private LinkConditions peerLinks() {
    long timeoutNanos = timeoutMillis * MILLI;
    return switch (isSteady ? 0 : random.nextInt(5)) {
      case 0, 1 -> links(20 * MILLI, 0.1);
      // Old messages live long enough to arrive in later views.
      case 2 -> links(6 * timeoutNanos, isRapid ? 0.05 : 0.3);
      default -> chaos(timeoutNanos);
    };
  }

  /** Every message has a random delay, independent of the other messages. */
  private LinkConditions chaos(long timeoutNanos) {
    long delay = random.nextLong(100 * MICRO, 2 * MILLI);
    long tail = timeoutNanos * random.nextInt(1, 20) / 10;
    double share = random.nextDouble(0.7);
    double loss = random.nextDouble(isRapid ? 0.05 : 0.3);
    return new LinkConditions(delay, tail, share, loss, random.nextDouble(0.2), false);
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
        crowd.outstanding(random.nextInt(1, 8)),
        Math.max(100 * MICRO, Math.min(crowd.thinkNanos(thinkNanos), 200 * MILLI)),
        isRapid ? random.nextLong(5 * MILLI, 40 * MILLI) : random.nextLong(20 * MILLI, 250 * MILLI),
        random.nextInt(1, 4),
        crowd.vanishing(),
        crowd.leaving(),
        random.nextBoolean(),
        leases.areOn());
  }

  private FaultPlan faults() {
    double share = random.nextInt(4) == 0 ? 0 : random.nextDouble(0.15, 0.7);
    RestartPlan restarts = new RestartPlan(share, quorums.losable(), tooMany);
    int killed = random.nextInt(1 + restarts.losable());
    double remains = random.nextInt(3) == 0 ? random.nextDouble(0.2, 0.8) : 0;
    double around = random.nextBoolean() ? 0 : random.nextDouble(isRapid ? 0.1 : 0.5);
    SurroundingsPlan surroundings = new SurroundingsPlan(around, random.nextInt(3) == 0);
    long timeout = timeoutMillis * MILLI;
    if (isRapid) {
      return new FaultPlan(
          timeout * random.nextInt(5, 30),
          random.nextLong(timeout / 2, 3 * timeout / 2),
          random.nextLong(timeout, 2 * timeout),
          killed,
          0.9,
          remains,
          surroundings,
          restarts,
          lasting.kind());
    }
    return new FaultPlan(
        random.nextLong(500 * MILLI, 15_000 * MILLI),
        random.nextLong(30 * MILLI, 300 * MILLI) * (random.nextBoolean() ? 1 : SPARSE),
        random.nextLong(50 * MILLI, 900 * MILLI),
        killed,
        0,
        remains,
        surroundings,
        restarts,
        lasting.kind());
  }
}
