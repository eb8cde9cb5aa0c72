package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Trace;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Passes every effect of a replica to the checks and the trace, then carries it out. A process that
 * dies during a step has no more effects.
 */
final class CheckedEffects implements Effects {
  private final SimulatedNode node;
  private final int self;
  private final World world;
  private final ClusterChecks checks;
  private final Trace trace;
  private final Effects effects;
  private final BooleanSupplier isAlive;
  private final LongConsumer checkCut;
  private final Consumer<JournalRecord> persisted;
  private boolean isReplaced;

  /**
   * @param effects that are checked
   * @param isAlive whether the process of these effects is alive
   * @param checkCut receives the slot at which the journal is cut
   * @param persisted receives each record before it is persisted
   */
  CheckedEffects(
      SimulatedNode node,
      Effects effects,
      BooleanSupplier isAlive,
      LongConsumer checkCut,
      Consumer<JournalRecord> persisted) {
    this.node = node;
    this.effects = effects;
    this.isAlive = isAlive;
    this.checkCut = checkCut;
    this.persisted = persisted;
    self = node.self();
    world = node.world();
    checks = world.checks();
    trace = world.trace();
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    if (isAlive.getAsBoolean()) {
      trace.message(self, "sends to", to.bits(), message);
      checks.sends(self, message, false);
      effects.send(to, message);
    }
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    if (isAlive.getAsBoolean()) {
      trace.message(self, "sends when durable to", to.bits(), message);
      checks.sends(self, message, true);
      effects.sendWhenDurable(to, message);
    }
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    if (isAlive.getAsBoolean()) {
      trace.message(self, "sends, unless the disk stalls, to", to.bits(), message);
      checks.sends(self, message, true);
      effects.sendHeartbeat(to, message);
    }
  }

  @Override
  public void persist(JournalRecord fact) {
    if (!isAlive.getAsBoolean()) {
      return;
    }
    trace.event(self, "persists", fact);
    checkSpace(fact);
    checks.persists(self, fact);
    boolean joins =
        fact instanceof JournalRecord.Joined joined && joined.status() == MemberStatus.MEMBER;
    if (joins && !node.isMember()) {
      node.memory().joins();
    }
    persisted.accept(fact);
    effects.persist(fact);
    node.trap().persisted();
  }

  /**
   * An acceptor must not persist a promise or vote on a full disk, but for the first promise in a
   * membership, of which there is one only, and for which no message waits.
   */
  private void checkSpace(JournalRecord fact) {
    boolean binds =
        fact instanceof JournalRecord.Voted
            || fact instanceof JournalRecord.Promised promised && !isFirst(promised.view());
    if (binds && node.replica().isStorageFull()) {
      throw new Violation("replica %d persists %s, its disk is full", self, fact);
    }
  }

  private static boolean isFirst(View view) {
    return view.membership() > 0 && view.equals(View.first(view.membership()));
  }

  @Override
  public void deliver(long slot, Batch batch) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "delivers", slot);
      trace.add(slot);
      checks.delivers(self, slot, batch);
      effects.deliver(slot, batch);
    }
  }

  @Override
  public void serveRead(Object ticket) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "serves a read", "");
      effects.serveRead(ticket);
    }
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "refuses a read", "");
      effects.refuseRead(ticket, busy);
    }
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    effects.proposalDecided(view, latencyNanos);
  }

  @Override
  public void takeSnapshot() {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "takes a snapshot", "");
      effects.takeSnapshot();
    }
  }

  @Override
  public void restoreSnapshot(long end) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "restores", end);
      checks.restores(self, end);
      effects.restoreSnapshot(end);
    }
  }

  @Override
  public void cutJournal(long slot) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "cuts its journal", slot);
      checkCut.accept(slot);
      effects.cutJournal(slot);
    }
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    trace.event(self, "reads decisions for " + wanted.to(), wanted);
    effects.readDecisions(wanted);
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    trace.event(self, "reads for " + to, request);
    effects.sendSnapshotPart(to, request);
  }

  @Override
  public boolean takesMore(Object ticket) {
    return effects.takesMore(ticket);
  }

  @Override
  public void sendToSubscriber(Object ticket, Message message) {
    if (isAlive.getAsBoolean()) {
      trace.message(self, "sends the learner", -1, message);
      effects.sendToSubscriber(ticket, message);
    }
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    trace.event(self, "reads for a learner", request);
    effects.readSnapshotPart(ticket, request);
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    trace.event(self, "stores", part);
    effects.storeSnapshotPart(part);
  }

  @Override
  public void dropSnapshotParts() {
    trace.event(self, "drops parts", "");
    effects.dropSnapshotParts();
  }

  @Override
  public void operatorAnswered(Object ticket, String failure) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "ends a transfer", failure == null ? "" : failure);
      effects.operatorAnswered(ticket, failure);
    }
  }

  @Override
  public void enter(Membership membership) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "enters", membership.number());
      checks.enters(self, membership);
      effects.enter(membership);
    }
  }

  @Override
  public void leave(String reason) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "leaves", reason);
      node.leaves();
    }
  }

  @Override
  public void stop(String reason) {
    if (isAlive.getAsBoolean()) {
      trace.event(self, "stops", reason);
      if (isReplaced) {
        node.replaced();
      } else {
        node.stopped(reason);
      }
    }
  }

  @Override
  public void observe(ProtocolEvent fact) {
    if (!isAlive.getAsBoolean()) {
      return;
    }
    trace.event(self, "observes", fact);
    checks(fact);
    effects.observe(fact);
  }

  private void checks(ProtocolEvent fact) {
    Trap trap = node.trap();
    if (fact instanceof ProtocolEvent.Preparing) {
      trap.comes(Moment.PREPARING);
    } else if (fact instanceof ProtocolEvent.Leading leading) {
      trap.comes(Moment.LEADING);
      checks.leads(self, leading.view(), world.scheduler().now());
    } else if (fact instanceof ProtocolEvent.Transferring transferring) {
      checks.transfers(self, transferring, world.scheduler().now());
    } else if (fact instanceof ProtocolEvent.TransferFailed) {
      checks.transferFailed(self);
    } else if (fact instanceof ProtocolEvent.EnteredMembership entered) {
      enters(entered.standing());
    } else if (fact instanceof ProtocolEvent.Following) {
      trap.comes(Moment.FOLLOWING);
    } else if (fact instanceof ProtocolEvent.Joining joining && joining.as().number() > 0) {
      checks.members().announces(self, joining.as().number());
      node.memory().announces();
      trap.comes(Moment.ANNOUNCING);
    } else if (fact instanceof ProtocolEvent.Replaced) {
      isReplaced = true;
    } else if (fact instanceof ProtocolEvent.Joined joined) {
      checks.members().becameMember(self, joined.as().number());
      if (joined.as().number() > 1) {
        checks.rejoins(self, node.replica().decided());
      }
      checks.joined(self);
      node.memory().joined();
      trap.comes(Moment.JOINING);
    }
  }

  private void enters(String standing) {
    checks.entered(self, standing.equals("member"));
    if (standing.equals("recovering")) {
      node.memory().mustJoin();
    }
  }
}
