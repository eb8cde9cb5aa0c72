package io.synod.simulation.learner;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.effect.SubscriberEffects;
import io.synod.core.execution.Execution;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.core.subscription.Subscriber;
import io.synod.replica.stage.FollowStage;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.node.CheckedService;
import io.synod.simulation.node.SnapshotDigest;
import io.synod.simulation.scheduler.Trace;
import java.util.ArrayDeque;

/** Passes the effects of one process of a learner to the checks. */
final class LearnerWatch implements ReplicaWatch {
  private final int learner;
  private final int self;
  private final long creditBytes;
  private final ClusterChecks checks;
  private final Trace trace;
  private final SimulatedHost host;
  private final CheckedService service;

  // Slots that are delivered but not executed.
  private final ArrayDeque<Long> underWay = new ArrayDeque<>();
  private long heldBytes;

  // Since the service has halted, until nothing is left of what it held then.
  private boolean hasHalted;

  // The bytes that the source may send now.
  private long openBytes;

  // Whether it waits for parts of the source's snapshot.
  private boolean isFetching;
  private Execution execution;
  private FollowStage stage;

  LearnerWatch(
      int learner,
      long creditBytes,
      ClusterChecks checks,
      Trace trace,
      SimulatedHost host,
      CheckedService service) {
    this.learner = learner;
    this.creditBytes = creditBytes;
    this.checks = checks;
    this.trace = trace;
    this.host = host;
    this.service = service;
    self = checks.learners().self(learner);
  }

  @Override
  public void executes(Execution restored) {
    execution = restored;
    if (restored.executed() > 0) {
      checks.restored(self, restored.executed(), service.service().digest());
    }
    checks.learners().begins(learner, restored.executed());
  }

  @Override
  public SubscriberEffects follows(FollowStage follow, SubscriberEffects effects) {
    stage = follow;
    return new Checked(effects);
  }

  @Override
  public void executed(long end) {
    if (host.isAlive()) {
      checks.executions().slot(self, end - 1, service.service().digest());
      heldBytes -= underWay.poll();
    }
  }

  @Override
  public void restored(long end) {
    if (host.isAlive()) {
      trace.event(self, "has restored", end);
      checks.restored(self, end, service.service().digest());
      // Slots delivered before the snapshot were executed before it.
      underWay.clear();
      heldBytes = 0;
    }
  }

  /** A service that has halted holds all up to the entry that lets it go on, beyond its credit. */
  private long countedBytes() {
    hasHalted = execution.halt() != null || hasHalted && !underWay.isEmpty();
    return hasHalted ? 0 : heldBytes;
  }

  @Override
  public void survives(Throwable bug) {
    if (host.isAlive()) {
      host.fails(Violation.bug("learner " + learner, bug));
    }
  }

  @Override
  public void fails(Throwable reason) {
    if (host.isAlive()) {
      host.fails(
          reason instanceof Violation
              ? reason
              : new Violation("learner %d fails: %s", learner, reason));
    }
  }

  /** The address of its source; empty if there is none. */
  String source() {
    return stage.source();
  }

  /** Whether it waits for parts of a snapshot, which has a longer timeout. */
  boolean isFetching() {
    return isFetching;
  }

  long executedEnd() {
    return execution.executed();
  }

  long snapshotDigest() {
    return SnapshotDigest.of(execution);
  }

  /** Passes every effect of the subscriber to the checks, then carries it out. */
  private final class Checked implements SubscriberEffects {
    private final SubscriberEffects effects;

    Checked(SubscriberEffects effects) {
      this.effects = effects;
    }

    @Override
    public void send(ReplicaSet to, Message message) {
      trace.message(self, "asks", 0, message);
      effects.send(to, message);
    }

    @Override
    public void subscribe(long first, long creditBytes, long keepAliveNanos) {
      trace.event(self, "subscribes from", first);
      checks.learners().isInTouch(learner);
      openBytes = creditBytes;
      isFetching = false;
      checkGrant();
      effects.subscribe(first, creditBytes, keepAliveNanos);
    }

    @Override
    public void credit(long bytes) {
      trace.event(self, "credits", bytes);
      openBytes += bytes;
      checkGrant();
      effects.credit(bytes);
    }

    private void checkGrant() {
      checks.learners().grants(learner, countedBytes(), openBytes, creditBytes);
    }

    @Override
    public void begins(long slot) {
      throw new Violation("learner %d begins with whatever is next", learner);
    }

    @Override
    public void deliver(long slot, Batch batch) {
      trace.event(self, "delivers", slot);
      checks.learners().delivers(learner, slot, batch, countedBytes(), creditBytes);
      long weight = Subscriber.weight(batch);
      underWay.add(weight);
      heldBytes += weight;
      openBytes -= weight;
      effects.deliver(slot, batch);
    }

    @Override
    public void restoreSnapshot(long end) {
      trace.event(self, "restores", end);
      checks.learners().restores(learner, end);
      effects.restoreSnapshot(end);
    }

    @Override
    public void leaveSource(String reason) {
      trace.event(self, "leaves its source", reason);
      checks.learners().leaves(learner, reason);
      effects.leaveSource(reason);
    }

    @Override
    public void storeSnapshotPart(SnapshotPart part) {
      trace.event(self, "stores", part);
      checks.learners().isInTouch(learner);
      effects.storeSnapshotPart(part);
    }

    @Override
    public void dropSnapshotParts() {
      trace.event(self, "drops parts", "");
      effects.dropSnapshotParts();
    }

    @Override
    public void observe(ProtocolEvent fact) {
      trace.event(self, "observes", fact);
      isFetching |= fact instanceof ProtocolEvent.FetchingSnapshot;
      effects.observe(fact);
    }
  }
}
