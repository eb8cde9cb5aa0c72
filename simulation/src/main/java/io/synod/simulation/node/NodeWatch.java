package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.core.settings.Durability;
import io.synod.core.settings.TimeoutRange;
import io.synod.core.time.Timeouts;
import io.synod.replica.config.TimeoutsConfig;
import io.synod.replica.stage.ProtocolStage;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.simulation.check.Beginning;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.SimulatedHost;
import io.synod.storage.Journal;
import java.util.ArrayDeque;

/** Passes the effects of one process of a production replica to the checks. */
final class NodeWatch implements ReplicaWatch {
  private final SimulatedNode node;
  private final SimulatedHost host;
  private final int self;
  private final World world;
  private final ClusterChecks checks;
  private final Durability durability;
  private final Deployment.Peers peers;
  private final CheckedService service;

  // The records in order; the journal counts those that the level keeps.
  private final ArrayDeque<JournalRecord> facts = new ArrayDeque<>();
  private final TimeoutsConfig timeouts;
  private long durable;
  private boolean joinIsUnderWay;

  // How many records the journal has been given that it counts; how many of them it is to have
  // written before the next look at them; and when that look began.
  private long appended;
  private long awaited;
  private long awaitedSince;

  private boolean begun;
  private ProtocolStage protocol;
  private Replica replica;
  private Journal journal;
  private Execution execution;
  private Recovered recovered;
  private SnapshotEnds snapshotEnds;

  /**
   * @param host of this process
   */
  NodeWatch(SimulatedNode node, SimulatedHost host, Deployment deployment, CheckedService service) {
    this.node = node;
    this.host = host;
    peers = deployment.peers();
    timeouts = deployment.config().timeouts();
    this.service = service;
    self = node.self();
    world = node.world();
    checks = world.checks();
    durability = node.settings().replica().recovery().durability();
  }

  /** Whether the core has taken its first step. */
  boolean hasBegun() {
    return begun;
  }

  Replica replica() {
    return replica;
  }

  Execution execution() {
    return execution;
  }

  @Override
  public void executes(Execution restored) {
    execution = restored;
  }

  @Override
  public void recovered(Recovered found) {
    recovered = found;
    snapshotEnds = new SnapshotEnds(self, found.snapshotEnd());
    if (found.snapshotEnd() > 0) {
      checkRestored(found.snapshotEnd());
    }
  }

  @Override
  public Effects begins(ProtocolStage stage, Replica core, Journal kept, Effects effects) {
    protocol = stage;
    replica = core;
    journal = kept;
    return new CheckedEffects(
        node, effects, host::isAlive, end -> snapshotEnds.checkCut(end), this::persists);
  }

  private void persists(JournalRecord fact) {
    facts.add(fact);
    appended += counts(fact) ? 1 : 0;
    joinIsUnderWay |= isJoin(fact);
  }

  /** The replica is assembled, and begins with the data that survived. */
  void begins(Survivors survivors) {
    Beginning beginning = node.beginning(recovered, survivors);
    checks.begins(self, beginning, replica::voteAt);
  }

  void receive(int from, Message message) {
    protocol.receive(from, message, 0);
  }

  void disconnected(int peer) {
    protocol.disconnected(peer);
  }

  @Override
  public void steps(Event event) {
    if (!host.isAlive()) {
      return;
    }
    if (event instanceof Event.Received received) {
      world.trace().received(self, "receives from", received.from(), received.message());
      checks.receives(self, received.from(), world.scheduler().now());
    } else {
      traceStep(event);
    }
    if (event instanceof Event.ServiceHalted halted) {
      checks.halts(self, halted.next());
    }
    if (event instanceof Event.Executed executed) {
      checks.learnsExecuted(self, executed.end());
    }
    if (event instanceof Event.Proposed proposed) {
      world.builds().proposes(proposed.batch());
    }
    if (event instanceof Event.ReadRequested) {
      node.trap().comes(Moment.READING);
    }
    snapshotEnds.observe(event);
  }

  /** Omits tickets, whose names differ in each run. */
  private void traceStep(Event event) {
    if (event instanceof Event.ReadRequested read) {
      world.trace().event(self, "is asked to read", read.consistency());
    } else if (event instanceof Event.Subscribed subscribed) {
      world.trace().event(self, "is subscribed from", subscribed.first());
    } else if (event instanceof Event.Unsubscribed) {
      world.trace().event(self, "is unsubscribed", "");
    } else {
      world.trace().event(self, "steps", event);
    }
  }

  @Override
  public void stepped() {
    begun = true;
    if (!host.isAlive()) {
      return;
    }
    noticeDurable();
    if (!host.isAlive()) {
      return;
    }
    checks.stepped(self, node.state(), world.scheduler().now());
    if (replica.leads() && replica.isStorageFull()) {
      throw new Violation("replica %d leads, its disk is full", self);
    }
    Timeouts now = replica.timeouts();
    isWithin(timeouts.election(), now.electionNanos());
    isWithin(timeouts.retransmit(), now.retransmitNanos());
    isWithin(timeouts.catchUp(), now.catchUpNanos());
  }

  private void isWithin(TimeoutRange range, long nanos) {
    if (range.nearest(nanos) != nanos) {
      throw new Violation("replica %d waits for %d ns, not %s", self, nanos, range);
    }
  }

  @Override
  public ReplicaSet sends(ReplicaSet to, Message message) {
    if (host.isAlive()) {
      noticeDurable();
    }
    if (!host.isAlive()) {
      return ReplicaSet.EMPTY;
    }
    checks.reveals(self, message);
    ReplicaSet sent = to;
    for (int peer : to.numbers()) {
      if (peer != self && !peers.send(self, peer, message)) {
        sent = sent.without(ReplicaSet.of(peer));
      }
    }
    if (message instanceof Promise) {
      node.trap().comes(Moment.PROMISING);
    }
    return host.isAlive() ? sent : ReplicaSet.EMPTY;
  }

  /** Reports the records that the replica treats as durable from now on. */
  private void noticeDurable() {
    boolean any = false;
    while (!facts.isEmpty() && isDurable(facts.peek())) {
      any = true;
      JournalRecord fact = facts.poll();
      durable += counts(fact) ? 1 : 0;
      checks.durable(self, fact);
      if (isJoin(fact)) {
        joinIsUnderWay = false;
        node.memory().joinIsDurable();
      }
    }
    if (any) {
      node.trap().durable();
    }
  }

  /** Whether a record has not become durable for {@code nanos}. Is asked often. */
  boolean waitsForDisk(long nanos) {
    long now = world.scheduler().now();
    if (!begun || journal.durable() >= awaited) {
      awaited = appended;
      awaitedSince = now;
    }
    return now - awaitedSince > nanos;
  }

  private boolean isDurable(JournalRecord fact) {
    return !counts(fact) || durable < journal.durable();
  }

  private boolean counts(JournalRecord fact) {
    return fact.isKeptAt(durability) && !(fact instanceof JournalRecord.DecidedUpTo);
  }

  private static boolean isJoin(JournalRecord fact) {
    return fact instanceof JournalRecord.Joined joined && joined.status() == MemberStatus.MEMBER;
  }

  /** The process dies. */
  void dies() {
    if (joinIsUnderWay) {
      node.memory().joinMayBeWritten();
    }
  }

  @Override
  public void executed(long end) {
    if (host.isAlive()) {
      checks.executions().slot(self, end - 1, service.service().digest());
      checks.hold(self, end, execution.limits());
    }
  }

  @Override
  public void restored(long end) {
    if (host.isAlive()) {
      world.trace().event(self, "has restored", end);
      checkRestored(end);
      checks.hold(self, end, execution.limits());
    }
  }

  private void checkRestored(long end) {
    if (execution.halt() == null) {
      checks.restored(self, end, service.service().digest());
    } else {
      checks.restoredInPart(self, end);
    }
  }

  @Override
  public void survives(Throwable bug) {
    if (host.isAlive()) {
      host.fails(Violation.bug("replica " + self, bug));
    }
  }

  @Override
  public void fails(Throwable reason) {
    if (host.isAlive()) {
      node.fails(reason);
    }
  }
}
