package io.synod.core.replica;

import io.synod.core.command.Consistency;
import io.synod.core.effect.Fact;
import io.synod.core.event.Event;
import io.synod.core.message.Message;

/** The one handler of each event. Events that depend on the role go on to the role. */
final class Dispatch implements Event.Visitor {
  private final Parts parts;
  private final Step step;
  private final Member member;
  private final Bystander bystander;
  private final RoundBound rounds = new RoundBound();

  Dispatch(Parts parts, Transitions transitions) {
    this.parts = parts;
    step = parts.step;
    member = new Member(parts, transitions);
    bystander = new Bystander(step, parts.catchUps, member);
  }

  @Override
  public void onReceived(Event.Received event) {
    int from = event.from();
    Message message = event.message();
    if (!parts.role.state().takesPart()) {
      // It does not know yet which view the members have promised.
      message.visit(from, bystander);
    } else if (rounds.admits(from, message, parts.acceptor.promised())) {
      message.visit(from, member);
    } else {
      step.ignore(message, "its round is too far ahead");
    }
  }

  @Override
  public void onProposed(Event.Proposed event) {
    parts.role.state().onProposed(event.view(), event.batch());
  }

  @Override
  public void onExecuted(Event.Executed event) {
    parts.learner.onExecuted(event.end(), step.out());
  }

  @Override
  public void onReadRequested(Event.ReadRequested event) {
    if (event.consistency().isAnywhere()) {
      readAnywhere(event.ticket(), event.consistency());
    } else {
      parts.role.state().onRead(event.ticket());
    }
  }

  /** A read that any replica may serve, if its memory is whole. */
  private void readAnywhere(Object ticket, Consistency consistency) {
    if (!parts.role.state().takesPart()) {
      step.out().refuseRead(ticket, false);
    } else if (consistency.kind() == Consistency.Kind.STALE) {
      step.out().serveRead(ticket);
    } else if (consistency.kind() == Consistency.Kind.BOUNDED) {
      parts.quorumReads.addBounded(ticket, consistency.boundNanos(), step.now(), step.out());
    } else {
      parts.quorumReads.add(ticket, step.now(), step.out());
    }
  }

  @Override
  public void onPeerDisconnected(Event.PeerDisconnected event) {
    parts.role.state().onPeerDisconnected(event.replica());
  }

  @Override
  public void onSnapshotTaken(Event.SnapshotTaken event) {
    parts.snapshots.onTaken(event, step.out());
  }

  @Override
  public void onPartStored(Event.PartStored event) {
    if (parts.fetch.onStored(event, step.now(), step.out())) {
      parts.snapshots.stored(event.end(), step.out());
      step.out().observe(new Fact.SnapshotFetched(event.end()));
      if (event.end() > parts.log.decided()) {
        parts.learner.restore(event.end(), step.out());
      }
    }
  }

  @Override
  public void onDecisionsRead(Event.DecisionsRead event) {
    parts.catchUps.onRead(event.to(), event.first(), event.batches(), step.out());
  }

  @Override
  public void onStorageFull(Event.StorageFull event) {
    parts.acceptor.onStorageFull(event.full());
    step.out().observe(new Fact.StorageFull(event.full()));
  }

  @Override
  public void onCollectorBusy(Event.CollectorBusy event) {
    parts.obstacles.onCollectorBusy(event.busy());
    step.out().observe(new Fact.CollectorBusy(event.busy()));
  }

  @Override
  public void onSubscribed(Event.Subscribed event) {
    parts.subscriptions.add(
        event.ticket(),
        event.first(),
        event.creditBytes(),
        event.beatNanos(),
        step.now(),
        step.out());
  }

  @Override
  public void onCredited(Event.Credited event) {
    parts.subscriptions.credit(event.ticket(), event.bytes());
  }

  @Override
  public void onSnapshotAsked(Event.SnapshotAsked event) {
    if (parts.snapshots.hasFor(event.request(), parts.log.first())) {
      step.out().readSnapshotPart(event.ticket(), event.request());
    } else {
      step.out().tellSubscriber(event.ticket(), Member.NO_SNAPSHOT);
    }
  }

  @Override
  public void onUnsubscribed(Event.Unsubscribed event) {
    parts.subscriptions.remove(event.ticket());
  }

  /** Deadlines are looked at after every event. */
  @Override
  public void onWakeUp(Event.WakeUp event) {}
}
