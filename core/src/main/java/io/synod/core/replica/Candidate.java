package io.synod.core.replica;

import io.synod.core.acceptor.Acceptor;
import io.synod.core.catchup.CatchUps;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.ElectionDelays;
import io.synod.core.election.PromiseTally;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.relay.Dissemination;
import io.synod.core.time.Deadline;

/**
 * Runs Phase 1 of its view for all slots that it does not know to be decided. It promises the view
 * itself, durably, before it asks the others, so that it never leads the same view twice.
 */
final class Candidate extends Contender {
  private final ElectionDelays delays;
  private final Quorums quorums;
  private final Roster roster;
  private final CatchUps catchUps;
  private final MissedDecisions missed;
  private final PromiseTally tally;
  private final View transferred;

  /** Asks the replicas again that have not sent all their votes. Runs: always. */
  private final Deadline resend = new Deadline();

  /** Gives the view up once no replica sends anything new. Runs: always. */
  private final Deadline giveUp = new Deadline();

  /**
   * @param transferred the view whose leader has asked this replica to lead, or none
   */
  Candidate(
      Step step,
      Transitions transitions,
      ElectionDelays delays,
      Quorums quorums,
      Roster roster,
      CatchUps catchUps,
      MissedDecisions missed,
      PromiseTally tally,
      View transferred) {
    super(step, transitions);
    this.delays = delays;
    this.quorums = quorums;
    this.roster = roster;
    this.catchUps = catchUps;
    this.missed = missed;
    this.tally = tally;
    this.transferred = transferred;
  }

  /** Once it is the replica's role. */
  void begin(Acceptor acceptor, Dissemination dissemination) {
    renewPatience();
    step.out().observe(new ProtocolEvent.Preparing(view()));
    acceptor.promise(view(), step.out());
    setResend();
    dissemination.send(prepare(tally.first()), step.now(), step.out());
  }

  @Override
  Role role() {
    return Role.CANDIDATE;
  }

  @Override
  View view() {
    return tally.view();
  }

  @Override
  void onPromise(int from, Promise message) {
    if (!message.view().equals(view()) || tally.repeats(from, message)) {
      ignore(message);
      return;
    }
    if (tally.isOver(from, message)) {
      // An old promise, or one of a member of which another replica knows a later incarnation. That
      // member must take a later number or join again, or its promises never count.
      roster.sendIncarnations(from, message.incarnations().of(from), tally.known());
      ignore(message);
      return;
    }
    if (message.first() > tally.receivedEnd(from)) {
      // The sender has cut slots that this replica lacks: decided ones, to be fetched first.
      catchUps.onPeerDecided(from, message.first());
      transitions.becomeFollower();
      return;
    }
    if (tally.isFar(message)) {
      ignore(message);
      return;
    }
    if (tally.isOfLater(from, message)) {
      // It has forgotten its first promise, and may have voted since in slots that it sent then.
      tally.know(message.incarnations());
      if (message.first() > tally.first()) {
        step.out().sendWhenDurable(ReplicaSet.of(from), prepare(tally.first()));
        return;
      }
    }
    tally.add(from, message);
    renewPatience();
    if (!tally.complete().contains(from)) {
      missed.onPart(message.votes());
      step.out().sendWhenDurable(ReplicaSet.of(from), prepare(tally.receivedEnd(from)));
    } else if (tally.complete().size() >= quorums.phase1()) {
      transitions.becomeLeader(tally);
    }
  }

  @Override
  void onPeerJoins(Incarnations incarnations) {
    tally.know(incarnations);
  }

  @Override
  void onDeadline() {
    if (giveUp.hasPassed(step.now())) {
      delays.failed(step.now());
      transitions.becomeFollower(delays.backOffNanos());
    } else if (resend.hasPassed(step.now())) {
      step.out().observe(new ProtocolEvent.PreparingAgain(view()));
      ask();
    }
  }

  @Override
  long nextWakeUpNanos() {
    return Math.min(resend.atNanos(), giveUp.atNanos());
  }

  /** A view is not given up while votes arrive, however many they are. */
  private void renewPatience() {
    giveUp.set(step.now() + 2 * delays.timeoutNanos());
  }

  private void setResend() {
    resend.set(step.now() + delays.timeoutNanos() / 3);
  }

  private Prepare prepare(long first) {
    return new Prepare(view(), first, transferred);
  }

  /** Asks each replica that has more votes to send, without relays. */
  private void ask() {
    setResend();
    ReplicaSet missing = quorums.members().without(tally.complete());
    for (int peer = missing.first(); peer < ReplicaSet.NUMBERS; peer = missing.after(peer)) {
      step.out().sendWhenDurable(ReplicaSet.of(peer), prepare(tally.receivedEnd(peer)));
    }
  }
}
