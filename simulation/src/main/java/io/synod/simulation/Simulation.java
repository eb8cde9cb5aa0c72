package io.synod.simulation;

import io.synod.core.message.Message;
import io.synod.core.settings.Durability;
import io.synod.network.wire.MalformedFrame;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.client.Clients;
import io.synod.simulation.client.History;
import io.synod.simulation.client.SimulatedClient;
import io.synod.simulation.fault.FaultInjector;
import io.synod.simulation.fault.FaultTarget;
import io.synod.simulation.learner.Learners;
import io.synod.simulation.learner.LearnersPlan;
import io.synod.simulation.network.ClientNetwork;
import io.synod.simulation.network.MessageFilter;
import io.synod.simulation.network.PeerNetwork;
import io.synod.simulation.network.SubscriberNetwork;
import io.synod.simulation.node.ModelledNode;
import io.synod.simulation.node.NodeSettings;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.Trace;
import io.synod.simulation.storage.DiskStorage;
import io.synod.simulation.storage.FactStorage;
import io.synod.simulation.storage.Storage;
import io.synod.simulation.storage.StorageErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One cluster from its first to its last event: faults first, then a time without, in which
 * everything must be answered and all live replicas must come to the same state.
 */
final class Simulation {
  private static final long PROBE_NANOS = 5_000_000;
  private static final long HEALING_NANOS_MAX = 60_000_000_000L;
  private static final long EVENTS_MAX = 5_000_000;
  private static final long UNDER_WAY_NANOS = 300_000_000;
  private static final int SETTLING_TIMEOUTS = 15;
  private static final int QUIET_TIMEOUTS = 4;

  private final Scenario scenario;
  private final Scheduler scheduler = new Scheduler();
  private final Trace trace;
  private final ClusterChecks checks;
  private final History history = new History();
  private final List<ModelledNode> nodes = new ArrayList<>();
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final FaultInjector faults;
  private final Learners learners;
  private boolean finished;
  private boolean resting;
  private long unsettledUntil;
  private long quietSince = Long.MAX_VALUE;

  Simulation(long seed) {
    this(seed, MessageFilter.NONE, StorageErrors.NONE, null);
  }

  /**
   * @param lines receives the trace; null for nobody
   */
  Simulation(long seed, MessageFilter filter, StorageErrors errors, Consumer<String> lines) {
    Seeds seeds = new Seeds(seed);
    scenario = ScenarioDraw.draw(seeds);
    trace = new Trace(scheduler, lines);
    checks =
        new ClusterChecks(
            scenario.quorums(),
            scenario.window(),
            scenario.backlogSlots(),
            scenario.electionTimeoutNanos(),
            scenario.learners().learners().size());
    int replicas = scenario.nodes().size();
    PeerNetwork peers = new PeerNetwork(replicas, scheduler, seeds, scenario.peerLinks(), filter);
    ClientNetwork clientNetwork =
        new ClientNetwork(scenario.clients(), replicas, scheduler, seeds, scenario.clientLinks());
    addNodes(seeds, new World(scheduler, trace, checks, peers, clientNetwork, errors));
    Clients shared = shared(seeds, clientNetwork);
    for (int client = 0; client < scenario.clients(); client++) {
      clients.add(new SimulatedClient(client, shared));
    }
    SubscriberNetwork subscribers = subscriberNetwork(seeds);
    learners = new Learners(scenario.learners(), shared, subscribers);
    peers.connect(new Arrivals());
    clientNetwork.connect(
        (client, replica, frame) -> nodes.get(replica).receive(client, frame),
        (replica, client, frame) -> clients.get(client).receive(replica, frame));
    FaultTarget target = new FaultTarget(nodes, peers, clientNetwork, subscribers, checks);
    faults = new FaultInjector(scenario.faults(), target, scheduler, trace, seeds);
  }

  /** What the network brings. */
  private final class Arrivals implements PeerNetwork.Receiver {

    @Override
    public void receive(int from, int to, Message message) {
      nodes.get(to).receive(from, message);
    }

    @Override
    public void malformed(int from, int to, MalformedFrame reason) {
      trace.event(to, "does not understand " + from, reason.kind());
      nodes.get(to).disconnected(from);
      scheduler.after(PROBE_NANOS, () -> nodes.get(from).disconnected(to));
    }
  }

  private void addNodes(Seeds seeds, World world) {
    for (NodeSettings settings : scenario.nodes()) {
      int self = settings.replica().self();
      Storage storage = storage(self, world.errors(), seeds.random("storage", self));
      nodes.add(new ModelledNode(settings, world, seeds, scenario.clients(), storage));
    }
  }

  private Storage storage(int self, StorageErrors errors, SplittableRandom random) {
    Durability level = scenario.durability();
    return scenario.segmentBytes() == 0
        ? new FactStorage(level, errors, random)
        : new DiskStorage(
            self, scenario.nodes().size() == 1, scenario.segmentBytes(), errors, random);
  }

  private Clients shared(Seeds seeds, ClientNetwork network) {
    return new Clients(
        scheduler,
        trace,
        checks,
        network,
        seeds,
        scenario.nodes().size(),
        scenario.workload(),
        scenario.nodes().get(0).session(),
        history);
  }

  private SubscriberNetwork subscriberNetwork(Seeds seeds) {
    LearnersPlan plan = scenario.learners();
    SubscriberNetwork network =
        new SubscriberNetwork(
            scenario.nodes().size(), scheduler, seeds, plan.wires(), plan.breaking());
    network.connect(replica -> nodes.get(replica).source());
    return network;
  }

  /** Runs to the end; throws what was found to be wrong. */
  void run() {
    trace.event(-1, "scenario", scenario);
    nodes.forEach(ModelledNode::start);
    clients.forEach(SimulatedClient::start);
    faults.start();
    learners.start(scenario.faults().durationNanos());
    scheduler.after(PROBE_NANOS, this::probe);
    while (!finished) {
      scheduler.runNext();
      if (scheduler.run() > EVENTS_MAX) {
        throw new Violation("no end after %d events", EVENTS_MAX);
      }
    }
    history.check(checks);
    if (!faults.isDoomed()) {
      snapshotsAreEqual();
    }
  }

  /** Not only the services' states, but sessions, answers and leader time too. */
  private void snapshotsAreEqual() {
    ModelledNode first = null;
    for (int replica = 0; replica < nodes.size(); replica++) {
      ModelledNode node = nodes.get(replica);
      if (node.isAlive() && first == null) {
        first = node;
      } else if (node.isAlive() && node.snapshotDigest() != first.snapshotDigest()) {
        throw new Violation(
            "replica %d remembers other sessions or answers than those before it", replica);
      }
    }
    if (first != null) {
      learners.snapshotsEqual(first.snapshotDigest());
    }
  }

  private void probe() {
    learners.probe(nodes);
    if (faults.isOver()) {
      probeHealed(scheduler.now() - scenario.faults().durationNanos());
    }
    scheduler.after(PROBE_NANOS, this::probe);
  }

  private void probeHealed(long healedNanos) {
    if (faults.isDoomed()) {
      probeDoomed(healedNanos);
      return;
    }
    // On a wire that keeps the order one message that a storm has delayed holds up all others.
    if (!allTakePart() || scheduler.now() < faults.lateUntilNanos()) {
      unsettledUntil = healedNanos;
    }
    if (healedNanos - unsettledUntil > SETTLING_TIMEOUTS * scenario.electionTimeoutNanos()) {
      // Whoever leads by now leads to the end.
      checks.leadersAreSettled();
    }
    boolean quiet = clientsAreDone() && haveConverged();
    if (!quiet && healedNanos > HEALING_NANOS_MAX) {
      throw new Violation("no end in %d ns without faults:%s", HEALING_NANOS_MAX, states());
    }
    rest(quiet);
  }

  /** Nobody waits for ever for what nobody remembers. */
  private void probeDoomed(long healedNanos) {
    // Who comes back after the others have given up has nobody to hear that from.
    long patienceNanos = scenario.patienceNanos() + 2 * scenario.faults().lengthNanos();
    boolean told = checks.hasAnyStopped() && healedNanos > 2 * patienceNanos;
    finished = allTakePart() || told;
    if (!finished && healedNanos > HEALING_NANOS_MAX) {
      throw new Violation("no replica has said that too many memories are lost:%s", states());
    }
  }

  private boolean allTakePart() {
    for (ModelledNode node : nodes) {
      if (node.isAlive() && !node.takesPart()) {
        return false;
      }
    }
    return true;
  }

  /** Once what was still under way has arrived, nothing may happen of itself any more. */
  private void rest(boolean quiet) {
    if (!quiet && resting) {
      throw new Violation("no rest without work:%s", states());
    }
    if (!quiet) {
      quietSince = Long.MAX_VALUE;
      return;
    }
    quietSince = Math.min(quietSince, scheduler.now());
    long quietNanos = scheduler.now() - quietSince;
    if (!resting && quietNanos > UNDER_WAY_NANOS) {
      resting = true;
      checks.nothingIsProposed();
    }
    finished = quietNanos > UNDER_WAY_NANOS + QUIET_TIMEOUTS * scenario.electionTimeoutNanos();
  }

  private boolean clientsAreDone() {
    for (SimulatedClient client : clients) {
      if (!client.isDone()) {
        return false;
      }
    }
    return true;
  }

  /** Whether all live replicas have decided, delivered and executed the same, and hold nothing. */
  private boolean haveConverged() {
    if (nodes.stream().noneMatch(ModelledNode::leads)) {
      // Whoever will lead proposes again what it has voted for.
      return false;
    }
    long end = -1;
    for (int replica = 0; replica < nodes.size(); replica++) {
      if (!nodes.get(replica).isAlive()) {
        continue;
      }
      long decided = checks.state(replica).decided();
      end = end < 0 ? decided : end;
      boolean all =
          decided == end
              && nodes.get(replica).takesPart()
              && checks.state(replica).delivered() == end
              && checks.executed(replica) == end
              && checks.state(replica).openSlots() == 0
              && nodes.get(replica).framesHeld() == 0
              && nodes.get(replica).tellsNobodyElse();
      if (!all) {
        return false;
      }
    }
    return learners.haveConverged(end);
  }

  private String states() {
    StringBuilder text = new StringBuilder();
    for (int replica = 0; replica < nodes.size(); replica++) {
      ModelledNode node = nodes.get(replica);
      text.append(
          "%n  replica %d: %s%s, executed %d, %d frames held, %s"
              .formatted(
                  replica,
                  !node.isAlive() ? "dead" : node.takesPart() ? "alive" : "joins",
                  node.leads() ? ", leads" : "",
                  checks.executed(replica),
                  node.isAlive() ? node.framesHeld() : 0,
                  checks.state(replica)));
    }
    clients.forEach(client -> text.append("\n  ").append(client));
    return text.append(learners).toString();
  }

  List<ModelledNode> nodes() {
    return nodes;
  }

  Scenario scenario() {
    return scenario;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  long traceHash() {
    return trace.hash();
  }

  /** How many faults of each kind there were. */
  Map<String, Integer> faults() {
    Map<String, Integer> counts = faults.counts();
    counts.putAll(learners.faults());
    return counts;
  }

  int operations() {
    return history.size();
  }

  int requestsExecuted() {
    return checks.requests();
  }
}
