package io.synod.simulation;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.MemberEntry;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.ReplicaState;
import io.synod.simulation.check.Violation;
import io.synod.simulation.client.History;
import io.synod.simulation.client.SimulatedClient;
import io.synod.simulation.fault.FaultInjector;
import io.synod.simulation.host.SimulatedNet;
import io.synod.simulation.learner.Learners;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.service.ServicePlan;
import java.util.List;

/**
 * Follows a cluster after its faults: every request must be answered, one within half a minute
 * after another, or within twice the time that settling takes. All live replicas must reach the
 * same state, and then rest. A replica that a lasting fault has cut off does not count.
 */
final class Convergence {
  private static final long PROBE_NANOS = 5_000_000;
  private static final long REPORT_NANOS_MAX = 60_000_000_000L;

  // Twice what passes without an answer at most, where nothing takes longer to settle.
  private static final long ENDING_NANOS_MIN = 30_000_000_000L;
  private static final long UNDER_WAY_NANOS = 1_000_000_000;
  private static final int SETTLING_TIMEOUTS = 15;

  // A leader has a replica of higher priority lead 10 s later, and later still if it has tried
  // before.
  private static final long MOVING_NANOS = 18_000_000_000L;
  private static final int QUIET_TIMEOUTS = 4;
  private static final int STANDBY_TIMEOUTS = 2;
  private static final int CALM_REQUESTS = 30;

  private final Scenario scenario;
  private final ServicePlan service;
  private final Scheduler scheduler;
  private final ClusterChecks checks;
  private final Nodes nodes;
  private final SimulatedNet net;
  private final List<SimulatedClient> clients;
  private final Learners learners;
  private final FaultInjector faults;
  private final History history;
  private boolean finished;
  private boolean resting;
  private boolean mayLeaveSource;
  private int answers;
  private long answeredAt;
  private int calmAnswers;
  private boolean calm;
  private long unsettledUntil;
  private long quietSince = Long.MAX_VALUE;

  // What was decided at the beginning of the current period and of the one before.
  private long decidedLately;
  private long decidedBefore;
  private long periodEnd;

  /** What runs, and what observes it. */
  record Cluster(
      Scheduler scheduler,
      ClusterChecks checks,
      Nodes nodes,
      SimulatedNet net,
      List<SimulatedClient> clients,
      Learners learners,
      FaultInjector faults,
      History history) {}

  Convergence(Scenario scenario, ServicePlan service, Cluster cluster) {
    this.scenario = scenario;
    this.service = service;
    scheduler = cluster.scheduler();
    checks = cluster.checks();
    nodes = cluster.nodes();
    net = cluster.net();
    clients = cluster.clients();
    learners = cluster.learners();
    faults = cluster.faults();
    history = cluster.history();
  }

  /** Looks at the cluster again and again. */
  void start() {
    scheduler.after(PROBE_NANOS, this::probe);
  }

  /** Whether the run has come to its end. */
  boolean isReached() {
    return finished;
  }

  /** Checks what the run has left. */
  void conclude() {
    history.check(checks.executions());
    if (!faults.isDoomed()) {
      snapshotsAreEqual();
    }
  }

  /** Compares the services' states, sessions, answers and leader time. */
  private void snapshotsAreEqual() {
    SimulatedNode first = null;
    for (SimulatedNode node : nodes) {
      if (!isIntact(node) || knowsNoMember(node)) {
        continue;
      }
      if (first == null) {
        first = node;
      } else if (node.snapshotDigest() != first.snapshotDigest()) {
        throw new Violation("two replicas have different states, sessions or answers:%s", states());
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

  /** Checks that no replica waits forever for votes that all replicas have lost. */
  private void probeDoomed(long healedNanos) {
    // A replica that starts after the others have stopped receives no report from them.
    long patienceNanos =
        scenario.config().storage().repairTimeoutNanos() + 2 * scenario.faults().lengthNanos();
    boolean someStopped = checks.members().hasAnyStopped() && healedNanos > 2 * patienceNanos;
    finished = allAreMembers() || someStopped;
    if (!finished && healedNanos > REPORT_NANOS_MAX) {
      throw new Violation(
          "no replica has reported that too many replicas lost their state:%s", states());
    }
  }

  private void probeHealed(long healedNanos) {
    if (faults.isDoomed()) {
      probeDoomed(healedNanos);
      return;
    }
    long timeoutNanos = scenario.electionNanosMax();
    if (!allAreMembers()
        || !allAreConnected()
        || anyWaitsForDisk(timeoutNanos)
        || scheduler.now() < faults.lateUntilNanos()) {
      unsettledUntil = healedNanos;
    }
    long settlingNanos = SETTLING_TIMEOUTS * timeoutNanos + (isAnyPreferred() ? MOVING_NANOS : 0);
    boolean settled = healedNanos - unsettledUntil > settlingNanos;
    if (settled) {
      // The current leader leads to the end.
      checks.leadersAreSettled();
    }
    countPeriods(timeoutNanos);
    boolean quiet = areClientsDone() && haveConverged() && haveEventsArrived();
    if (quiet && settled && !calm) {
      calm = true;
      clients.get(0).measure(CALM_REQUESTS, this::answered);
    }
    quiet &= calmAnswers == CALM_REQUESTS;
    if (history.answers() > answers) {
      // A small log may make it slow; it must go on.
      answers = history.answers();
      answeredAt = healedNanos;
    }
    // The last requests come once it has settled.
    long endingNanos = Math.max(ENDING_NANOS_MIN, 2 * settlingNanos);
    if (!quiet && healedNanos - answeredAt > endingNanos) {
      throw new Violation("no end in %d ns without faults and answers:%s", endingNanos, states());
    }
    rest(quiet, timeoutNanos);
  }

  // Each probe runs this and the like as loops: tests run with the first compiler, whose code takes
  // long for streams.
  private boolean areClientsDone() {
    for (SimulatedClient client : clients) {
      if (!client.isDone()) {
        return false;
      }
    }
    return true;
  }

  private void countPeriods(long timeoutNanos) {
    if (scheduler.now() >= periodEnd) {
      periodEnd = scheduler.now() + STANDBY_TIMEOUTS * timeoutNanos;
      decidedBefore = decidedLately;
      decidedLately = nodes.stream().mapToLong(this::decided).max().orElseThrow();
    }
  }

  private long decided(SimulatedNode node) {
    return node.isAlive() ? checks.state(node.number()).decided() : 0;
  }

  /** Whether it is alive and no lasting fault has cut it off. */
  private boolean isIntact(SimulatedNode node) {
    return node.isAlive() && !faults.hasTaken(node.number());
  }

  private boolean allAreMembers() {
    for (SimulatedNode node : nodes) {
      if (isIntact(node) && !hasItsPlace(node)) {
        return false;
      }
    }
    return true;
  }

  /** Whether any two members are connected, and no open connection of any process is corrupted. */
  private boolean allAreConnected() {
    ReplicaSet members = ReplicaSet.EMPTY;
    for (SimulatedNode node : nodes) {
      members = isIntact(node) && node.isMember() ? members.with(node.number()) : members;
    }
    for (SimulatedNode node : nodes) {
      if (members.contains(node.number())
          && !node.connectedPeers().with(node.number()).contains(members)) {
        return false;
      }
    }
    return !net.hasCorruptedConnections();
  }

  /** Whether a journal lags: such a replica finds a full disk late. */
  private boolean anyWaitsForDisk(long timeoutNanos) {
    boolean anyWaits = false;
    for (SimulatedNode node : nodes) {
      anyWaits |= node.waitsForDisk(timeoutNanos);
    }
    return anyWaits;
  }

  /** Whether a member has a priority. */
  private boolean isAnyPreferred() {
    for (MemberEntry member : checks.membership().members()) {
      if (member.priority() != 0) {
        return true;
      }
    }
    return false;
  }

  /** A member votes, and a replica that is not listed is a standby. */
  private boolean hasItsPlace(SimulatedNode node) {
    boolean isListed = checks.membership().member(node.number()) != null;
    return isListed ? node.isMember() : node.isStandby() || knowsNoMember(node);
  }

  /**
   * A removed replica that was down when the members changed, or has lost that, knows earlier ones
   * only. It waits for them if none of them is a member any more, and none says so to it.
   */
  private boolean knowsNoMember(SimulatedNode node) {
    // A removed replica lingers for the standbys that know no other one.
    if (!node.hasBegun() || node.isStandby() || knowsAllMembers(node)) {
      return false;
    }
    ReplicaSet known = node.memberships().current().numbers();
    return (known.bits() & checks.membership().numbers().bits()) == 0
        && known.numbers().stream().allMatch(peer -> knowsNoMore(nodes.of(peer), node));
  }

  private boolean knowsAllMembers(SimulatedNode node) {
    return node.membership() == checks.membership().number();
  }

  private static boolean knowsNoMore(SimulatedNode peer, SimulatedNode node) {
    return !peer.isAlive() || peer.hasBegun() && peer.membership() <= node.membership();
  }

  /** Checks the latency without faults and with little load. */
  private void answered(long afterNanos) {
    if (afterNanos > scenario.calmNanosMax()) {
      throw new Violation("a calm cluster takes %d ns for an answer", afterNanos);
    }
    calmAnswers++;
    if (calmAnswers == CALM_REQUESTS) {
      clients.forEach(SimulatedClient::end);
      learners.endReaders();
    }
  }

  /** Once all messages have arrived, no further event may happen without a cause. */
  private void rest(boolean quiet, long timeoutNanos) {
    if (!quiet && resting) {
      if (!mayLeaveSource) {
        throw new Violation("no rest without work:%s", states());
      }
      resting = false;
    }
    if (!quiet) {
      quietSince = Long.MAX_VALUE;
      return;
    }
    if (nodes.stream().anyMatch(node -> isIntact(node) && node.timers() > 0)) {
      // A service may set its timers again and again.
      finished = true;
      return;
    }
    quietSince = Math.min(quietSince, scheduler.now());
    long quietNanos = scheduler.now() - quietSince;
    if (!resting && quietNanos > UNDER_WAY_NANOS) {
      resting = true;
      mayLeaveSource = nodes.stream().anyMatch(Convergence::servesAsStandby);
      checks.nothingIsProposed();
    }
    finished = quietNanos > UNDER_WAY_NANOS + QUIET_TIMEOUTS * timeoutNanos;
  }

  /** A subscriber leaves a standby that has had nothing to send for a while. */
  private static boolean servesAsStandby(SimulatedNode node) {
    return node.isStandby() && node.subscribers() > 0;
  }

  /** Whether all live replicas have decided, delivered and executed the same slots. */
  private boolean haveConverged() {
    boolean someLeads = false;
    for (SimulatedNode node : nodes) {
      someLeads |= isIntact(node) && node.leads();
    }
    if (!someLeads) {
      return false;
    }
    long end = -1;
    for (SimulatedNode node : nodes) {
      if (!isIntact(node) || mayLag(node) || knowsNoMember(node)) {
        continue;
      }
      ReplicaState state = checks.state(node.number());
      end = end < 0 ? state.decided() : end;
      boolean all =
          state.decided() == end
              && hasItsPlace(node)
              && node.membership() == checks.membership().number()
              && state.delivered() == end
              && checks.executions().executed(node.number()) == end
              && state.openSlots() == 0
              && (service.user() != null || node.timers() == 0);
      if (!all) {
        return false;
      }
    }
    if (!learners.haveConverged(end)) {
      return false;
    }
    // A replica that sends to an ended subscriber would never stop.
    int subscribers = 0;
    for (SimulatedNode node : nodes) {
      subscribers += isIntact(node) ? node.subscribers() : 0;
    }
    return subscribers == scenario.learners().learners().size();
  }

  /**
   * A standby learns the last decisions once in an election timeout, and clients that keep their
   * sessions alive have slots decided all the time.
   */
  private boolean mayLag(SimulatedNode node) {
    return calmAnswers < CALM_REQUESTS
        && node.isStandby()
        && hasItsPlace(node)
        && decided(node) >= decidedBefore;
  }

  /** Whether every live client has all events that were published to its session. */
  private boolean haveEventsArrived() {
    SimulatedNode any = nodes.stream().filter(this::isIntact).findFirst().orElseThrow();
    return clients.stream()
        .allMatch(
            client -> {
              long published = any.events(client.openSession());
              return published < 0 || client.receivedEvents() == published;
            });
  }

  /** Of all replicas, clients and learners. */
  String states() {
    StringBuilder text = new StringBuilder();
    for (SimulatedNode node : nodes) {
      text.append(
          "%n  replica %d: %s%s, executed %d, %s"
              .formatted(
                  node.number(),
                  status(node),
                  node.leads() ? ", leads" : "",
                  checks.executions().executed(node.number()),
                  checks.state(node.number())));
    }
    clients.forEach(client -> text.append("\n  ").append(client));
    return text.append(learners).toString();
  }

  private String status(SimulatedNode node) {
    if (!node.isAlive()) {
      return "dead";
    }
    String left = faults.hasTaken(node.number()) ? "cut off, " : "";
    return left + (node.isMember() ? "alive" : node.isStandby() ? "a standby" : "joins");
  }
}
