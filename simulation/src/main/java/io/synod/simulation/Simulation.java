package io.synod.simulation;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.OnException;
import io.synod.network.wire.MalformedFrame;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.client.History;
import io.synod.simulation.client.SimulatedClient;
import io.synod.simulation.fault.FaultInjector;
import io.synod.simulation.fault.FaultTarget;
import io.synod.simulation.host.SimulatedNet;
import io.synod.simulation.host.Threads;
import io.synod.simulation.learner.Learners;
import io.synod.simulation.network.ClientPaths;
import io.synod.simulation.network.PeerNetwork;
import io.synod.simulation.node.Builds;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.Trace;
import io.synod.simulation.service.ServicePlan;
import io.synod.simulation.service.UserService;
import io.synod.simulation.stranger.AdminOperator;
import io.synod.simulation.stranger.FalseReplica;
import io.synod.simulation.stranger.LeadershipMover;
import io.synod.simulation.stranger.LimitsOperator;
import io.synod.simulation.stranger.MembershipOperator;
import io.synod.simulation.stranger.Operator;
import io.synod.simulation.stranger.Strangers;
import io.synod.simulation.stranger.UpgradeOperator;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One cluster of production replicas and clients, from its first to its last event. After the
 * faults comes a time without them, in which every request must be answered, and all live replicas
 * must reach the same state.
 */
public final class Simulation {
  private static final int SHORT_EVENT_BYTES = 200;
  private static final int LONG_EVENT_BYTES = 24 << 10;
  private static final long PROBE_NANOS = 5_000_000;
  private static final long EVENTS_MAX = 16_000_000;
  private static final int READS = 150;
  private static final int UPGRADED_ONE_IN = 8;
  private static final int LIMITS_ONE_IN = 16;
  private static final int CALLS_ONE_IN = 8;
  private static final int CALLS_ONE_IN_OF_CHANGES = 2;
  private static final int TROUBLE_ONE_IN = 12;
  static final int MOVED_ONE_IN = 4;

  // These leave alone nearly all seeds that find an error of docs/mutations.md after more than 100.
  static final String MOVES = "moved addresses at another address";
  static final String TROUBLE = "trouble with names";
  private static final String CALLS = "other errands of an operator";

  private final Scenario scenario;
  private final ServicePlan service;
  private final Scheduler scheduler = new Scheduler();
  private final Trace trace;
  private final ClusterChecks checks;
  private final History history = new History();
  private final Nodes nodes = new Nodes();
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final Threads threads;
  private final FaultInjector faults;
  private final Learners learners;
  private final Strangers strangers;

  // Null if the service never throws.
  private final Operator operator;

  // Null if nobody moves the leader.
  private final LeadershipMover mover;

  // Null if the members never change.
  private final MembershipOperator members;

  private final Builds builds;

  // Null if all replicas run one build.
  private final UpgradeOperator upgrades;

  // Null if the limits of sessions never change.
  private final LimitsOperator limits;

  // Null if no operator uses the production client.
  private final AdminOperator admin;

  // Null if there is none.
  private final FalseReplica falseReplica;
  private final LostMajority lostMajority;
  private final Convergence convergence;
  private Throwable failure;

  /**
   * @param lines receives the trace; null for none
   * @param user the service that runs beside the registers and counters; null for none
   */
  Simulation(long seed, Consumer<String> lines, UserService user) {
    Seeds seeds = new Seeds(seed);
    scenario = ScenarioDraw.draw(seeds, user != null);
    service = servicePlan(seeds, user);
    trace = new Trace(scheduler, lines);
    NodeSettings any = scenario.node();
    checks =
        ClusterChecks.of(
            any.replica(),
            scenario.replicas(),
            scenario.electionNanosMax(),
            scenario.learners().learners().size());
    checks.executions().allowGaps();
    ReplicaSet replicas = scenario.replicas();
    PeerNetwork peers = new PeerNetwork(replicas, scheduler, seeds, scenario.peerLinks());
    ClientPaths clientPaths = new ClientPaths(replicas);
    SimulatedNet net = new SimulatedNet(scheduler, seeds.random("net"), scenario.pathNanosMax());
    scheduler.at(scenario.faults().durationNanos(), net::calm);
    SplittableRandom trouble = seeds.random(TROUBLE);
    if (trouble.nextInt(TROUBLE_ONE_IN) == 0) {
      net.trouble(trouble);
    }
    threads = new Threads(scheduler, scenario.threadNanosMax(), this::fails);
    SplittableRandom versions = seeds.random("versions");
    boolean isMixed =
        user == null
            && scenario.mayOperate()
            && scenario.config().durability().keepsVotes()
            && versions.nextInt(UPGRADED_ONE_IN) == 0;
    builds = isMixed ? Builds.mixed(replicas, !scenario.standbys().isEmpty()) : Builds.equal(user);
    World world = new World(scheduler, trace, checks, service, builds);
    Deployment deployment =
        new Deployment(
            scenario.config(),
            this::config,
            replicas,
            threads,
            net,
            scenario.isByWire() ? byWire(peers) : (from, to, message) -> true);
    for (NodeSettings settings : scenario.nodes()) {
      nodes.add(
          new SimulatedNode(settings, world, deployment, seeds.random("node", settings.self())));
    }
    connect(peers, clientPaths, net);
    SplittableRandom rare = seeds.random("false replica");
    falseReplica = rare.nextInt(4) == 0 ? new FalseReplica(world, deployment, rare) : null;
    SplittableRandom calls = seeds.random(CALLS);
    boolean makesCalls =
        calls.nextInt(scenario.standbys().isEmpty() ? CALLS_ONE_IN : CALLS_ONE_IN_OF_CHANGES) == 0;
    SimulatedClient.Shared shared = shared(net, seeds, makesCalls);
    for (int client = 0; client < scenario.allClients(); client++) {
      boolean isReader = client >= scenario.clients();
      clients.add(new SimulatedClient(client, isReader ? shared.reading(READS) : shared));
    }
    learners =
        new Learners(scenario.learners(), world, deployment, shared, seeds, scenario.allClients());
    learners.connect(clientPaths);
    operator =
        service.throwsSometimes()
            ? new Operator(nodes, world, deployment, seeds.random("operator"))
            : null;
    SplittableRandom transfers = seeds.random("transfers");
    mover =
        scenario.mayOperate() && scenario.config().cluster().size() > 1 && transfers.nextInt(8) == 0
            ? new LeadershipMover(nodes, world, deployment, transfers)
            : null;
    members = scenario.standbys().isEmpty() ? null : membershipOperator(world, deployment, seeds);
    upgrades = isMixed ? new UpgradeOperator(nodes, world, deployment, versions) : null;
    SplittableRandom changes = seeds.random("limits");
    limits =
        user == null && scenario.mayOperate() && changes.nextInt(LIMITS_ONE_IN) == 0
            ? new LimitsOperator(nodes, world, deployment, changes)
            : null;
    admin =
        makesCalls
            ? new AdminOperator(nodes, world, deployment, calls, members, user == null)
            : null;
    if (admin != null) {
      connect(AdminOperator.ADDRESS, clientPaths, net);
    }
    lostMajority =
        new LostMajority(
            nodes, scenario.config().cluster().name(), checks, seeds.random("lost majority"));
    strangers = new Strangers(scenario.strangers(), scenario.intruder(), world, deployment, seeds);
    FaultTarget target = new FaultTarget(nodes, peers, clientPaths, checks, this::membersChange);
    faults = new FaultInjector(scenario.faults(), target, scheduler, trace, seeds);
    convergence =
        new Convergence(
            scenario,
            service,
            new Convergence.Cluster(
                scheduler, checks, nodes, net, clients, learners, faults, history));
  }

  private boolean membersChange() {
    return members != null && members.isChangeUnderWay();
  }

  /** What the files of a replica say when it starts. */
  private SynodConfig config(int replica) {
    if (members == null) {
      return scenario.config(replica);
    }
    boolean joins = members.stays(replica);
    return members.file(replica, joins ? scenario.joining() : scenario.config(replica));
  }

  private MembershipOperator membershipOperator(World world, Deployment deployment, Seeds seeds) {
    SplittableRandom quorums = seeds.random("quorums of members");
    boolean areChanged = quorums.nextInt(3) == 0;
    return new MembershipOperator(
        nodes,
        kept(),
        world,
        deployment,
        seeds.random("membership operator"),
        areChanged ? quorums : null,
        moves(seeds));
  }

  /** A moved member ends, and must have its votes when it starts again. */
  private SplittableRandom moves(Seeds seeds) {
    SplittableRandom moves = seeds.random(MOVES);
    boolean isDrawn = moves.nextInt(MOVED_ONE_IN) == 0;
    boolean fits =
        scenario.config().durability().keepsVotes() && scenario.config().cluster().size() > 1;
    return isDrawn && fits ? moves : null;
  }

  /**
   * Learners know the first members only, and may be down when all others come. At level memory a
   * removed replica that restarts would form another cluster with others of its kind.
   */
  private ReplicaSet kept() {
    if (!scenario.config().durability().keepsIncarnations()) {
      return scenario.config().cluster().quorums().members();
    }
    return scenario.learners().learners().isEmpty()
        ? ReplicaSet.EMPTY
        : ReplicaSet.of(nodes.first());
  }

  private ServicePlan servicePlan(Seeds seeds, UserService user) {
    boolean setsTimers = seeds.random("timers").nextInt(8) == 0;
    int eventBytesMax = eventBytesMax(seeds.random("events"));
    boolean throwsSometimes = scenario.config().service().onException() == OnException.STOP;
    return user == null
        ? new ServicePlan(setsTimers, eventBytesMax, throwsSometimes, null)
        : new ServicePlan(false, SHORT_EVENT_BYTES, false, user);
  }

  /** Some are so long that a client that is cut off for a while loses its session. */
  private int eventBytesMax(SplittableRandom random) {
    int most = random.nextInt(3) == 0 ? LONG_EVENT_BYTES : SHORT_EVENT_BYTES;
    int largest = scenario.config().session().answers().largestBytes();
    return random.nextInt(6) == 0 ? Math.min(most, largest) : 0;
  }

  private static Deployment.Peers byWire(PeerNetwork peers) {
    return (from, to, message) -> {
      peers.send(from, to, message);
      return false;
    };
  }

  /** A fault of a wire also affects the path between the two machines. */
  private void connect(PeerNetwork peers, ClientPaths clientPaths, SimulatedNet net) {
    peers.connect(new Arrivals());
    for (int from : nodes.numbers()) {
      for (int to : nodes.numbers()) {
        if (from != to && !scenario.isByWire()) {
          peers.wire(from, to).disturbs(net.path(address(from), address(to)));
        }
      }
    }
    for (int client = 0; client < scenario.allClients(); client++) {
      connect(SimulatedClient.address(client), clientPaths, net);
    }
  }

  /** A fault of a replica's client port affects the paths from and to the machine. */
  private void connect(String machine, ClientPaths clientPaths, SimulatedNet net) {
    for (int replica : nodes.numbers()) {
      clientPaths.add(replica, net.path(machine, address(replica)));
      clientPaths.add(replica, net.path(address(replica), machine));
    }
  }

  private static String address(int replica) {
    return ScenarioDraw.address(replica);
  }

  private SimulatedClient.Shared shared(SimulatedNet net, Seeds seeds, boolean mayWait) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (ReplicaAddress replica : scenario.ofAll().cluster().replicas()) {
      addresses.add(replica.client());
    }
    return new SimulatedClient.Shared(
        scheduler,
        trace,
        checks,
        history,
        threads,
        net,
        seeds,
        scenario.workload(),
        scenario.paddingBytesMax(),
        scenario.config().cluster().name(),
        addresses,
        falseReplica == null ? null : FalseReplica.ADDRESS,
        service,
        mayWait,
        this::fails);
  }

  /** Receives the messages of the wires. */
  private final class Arrivals implements PeerNetwork.Receiver {

    @Override
    public void receive(int from, int to, Message message) {
      nodes.of(to).receive(from, message);
    }

    @Override
    public void malformed(int from, int to, MalformedFrame reason) {
      trace.event(to, "does not understand " + from, reason.kind());
      nodes.of(to).disconnected(from);
      scheduler.after(PROBE_NANOS, () -> nodes.of(from).disconnected(to));
    }
  }

  private void fails(Throwable reason) {
    failure = failure == null ? reason : failure;
  }

  /** Runs to the end, once; throws the violation, if any. */
  public void run() {
    begin();
    threads.run(this::step);
  }

  private void begin() {
    trace.event(-1, "scenario", scenario);
    for (SimulatedNode node : nodes) {
      scheduler.after(1, node::start);
    }
    clients.forEach(SimulatedClient::start);
    faults.start();
    learners.start(scenario.faults().durationNanos());
    strangers.start(scenario.faults().durationNanos());
    if (falseReplica != null) {
      falseReplica.start(scenario.faults().durationNanos());
    }
    if (operator != null) {
      operator.start(Long.MAX_VALUE);
    }
    Stream.of(mover, members, upgrades, limits)
        .filter(Objects::nonNull)
        .forEach(one -> one.start(scenario.faults().durationNanos()));
    if (admin != null) {
      admin.start(scenario.faults().durationNanos());
    }
    if (scenario.config().durability().keepsVotes()) {
      lostMajority.start(scenario.faults().durationNanos(), scheduler);
    }
    convergence.start();
    scheduler.limit(EVENTS_MAX);
  }

  /** Runs the next event; false after the last one. */
  private boolean step() {
    boolean isMore = scheduler.runNext();
    if (failure != null) {
      throw failure instanceof Violation violation
          ? violation
          : new IllegalStateException("a thread has failed: " + failure, failure);
    }
    if (!isMore) {
      throw new Violation("no end after %d events:%s", EVENTS_MAX, convergence.states());
    }
    if (convergence.isReached()) {
      convergence.conclude();
      noCommandWasTaken();
    }
    return !convergence.isReached();
  }

  /** Nobody may send any, but the intruder does. */
  private void noCommandWasTaken() {
    if (!scenario.isWithoutOperators()) {
      return;
    }
    for (SimulatedNode node : nodes) {
      SessionLimits holding = node.limits();
      if (holding != null && holding.number() > 0) {
        throw new Violation(
            "replica %d has limits of sessions that only an operator may set: admin.from is %s",
            node.number(), scenario.config().adminFrom());
      }
    }
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  long traceHash() {
    return trace.hash();
  }

  /** The number of faults of each kind. */
  public Map<String, Integer> faults() {
    Map<String, Integer> counts = faults.counts();
    counts.putAll(learners.faults());
    if (strangers.connections() > 0) {
      counts.put("stranger's connection", strangers.connections());
    }
    if (strangers.intrusions() > 0) {
      counts.put("intruder's connection", strangers.intrusions());
    }
    if (operator != null) {
      counts.put("request to be skipped", operator.skips());
    }
    if (mover != null) {
      counts.put("leader asked to transfer", mover.transfers());
    }
    if (members != null) {
      counts.put("change of the members", members.requests());
      counts.put("membership", (int) checks.membership().number());
      counts.put("moved member", members.moves());
    }
    if (upgrades != null) {
      counts.put("leader asked to upgrade", upgrades.upgrades());
      counts.put("replica of an old build", builds.replaced());
      counts.put("version of the service", builds.highest());
    }
    if (limits != null) {
      counts.put("leader asked for limits of sessions", limits.requests());
      counts.put("change of the limits of sessions", limits.changes());
    }
    if (admin != null) {
      counts.put("operator's call", admin.calls());
      counts.put("operator's call that succeeded", admin.done());
    }
    if (falseReplica != null) {
      counts.put("connection to a false replica", falseReplica.connections());
    }
    return counts;
  }

  /** The number of executed requests. */
  public int operations() {
    return checks.executions().requests();
  }
}
