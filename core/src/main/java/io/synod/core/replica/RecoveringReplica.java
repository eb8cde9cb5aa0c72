package io.synod.core.replica;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.ElectionDelays;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Joining;
import io.synod.core.recovery.Recovered;
import io.synod.core.time.Deadline;

/**
 * A replica that is no member: it does not promise, vote or lead until it has joined; see {@link
 * Joining}.
 */
final class RecoveringReplica extends NonMember {
  private final ElectionDelays delays;
  private final Slots slots;
  private final Snapshots snapshots;
  private final Roster roster;
  private final Joining joining;
  private final ReplicaSettings settings;
  private final long damagedSnapshotEnd;

  // Whether a peer is, or may be, in a later membership. This replica must learn the decisions up
  // to it, and joins in it.
  private boolean behind;

  // Whether a peer has shown itself in a later membership.
  private boolean over;

  // Every slot before this one was known when the journal began anew, or was in a snapshot that is
  // damaged. What was written before counts no more, so a snapshot must hold these decisions; with
  // it the damaged one counts no more either.
  private long knownBefore;

  // Whether it has asked before its time, because answers did not count.
  private boolean askedAgain;

  /** Asks all replicas again. Runs: always, so that no answer is ever long out of date. */
  private final Deadline ask = new Deadline();

  /**
   * Stops the replica. Runs: while too many replicas have lost their durable state for any to join,
   * unless their membership is over, or may be because another replica is known to be ahead.
   */
  private final Deadline hopeless = new Deadline();

  RecoveringReplica(
      Step step,
      Transitions transitions,
      ElectionDelays delays,
      Slots slots,
      Snapshots snapshots,
      Roster roster,
      Recovered recovered,
      ReplicaSettings settings) {
    super(step, transitions);
    this.delays = delays;
    this.slots = slots;
    this.snapshots = snapshots;
    this.roster = roster;
    this.settings = settings;
    joining = new Joining(settings.self(), settings.membership(), recovered);
    damagedSnapshotEnd = recovered.damagedSnapshotEnd();
  }

  /** Once it is the replica's role. */
  void begin() {
    step.out().observe(new ProtocolEvent.Joining(joining.status(), joining.own()));
    knownBefore = knownHere();
    if (transitions.isBehindOthers()) {
      // This membership may be over, with all its members gone.
      becomeBehind();
    }
    carryOut(joining.begin());
    if (transitions.isCurrent(this)) {
      ask();
    }
  }

  Joining joining() {
    return joining;
  }

  @Override
  Role role() {
    return Role.RECOVERING;
  }

  /**
   * Not before its incarnation is settled: everything that was persisted before that no longer
   * counts, but for decisions.
   */
  @Override
  boolean learns() {
    return joining.isFetching() || behind;
  }

  /**
   * Until a cluster has formed with it, what was restored may be another state than the others'.
   */
  @Override
  boolean servesDecisions() {
    return joining.origin().isNone();
  }

  @Override
  void onJoinReply(int from, JoinReply message) {
    Joining.Outcome outcome = joining.onReply(from, message);
    boolean isAhead = message.membership() > settings.membership().number();
    if (isAhead && outcome != Joining.Outcome.FORMED_BEFORE) {
      over = true;
      becomeBehind();
    }
    if (outcome == Joining.Outcome.DURABLE_STATE_LOST) {
      step.out()
          .observe(
              new ProtocolEvent.DurableStateLost(from, message.incarnations().of(settings.self())));
    }
    if (outcome == Joining.Outcome.OTHER_ORIGIN) {
      step.out().observe(new ProtocolEvent.OtherOrigin(from, message.origin(), joining.origin()));
    }
    if (outcome == Joining.Outcome.FORMED_BEFORE) {
      step.out().stop(roster.whyFormedBefore(from));
    }
    carryOut(outcome);
    if (joining.isOver(from, message)) {
      roster.sendIncarnations(from, message.incarnations().of(from), joining.known());
    }
  }

  private void carryOut(Joining.Outcome outcome) {
    switch (outcome) {
      case WAIT, DURABLE_STATE_LOST, OTHER_ORIGIN, FORMED_BEFORE -> {}
      case ANNOUNCE -> {
        step.out().observe(new ProtocolEvent.Joining(joining.status(), joining.own()));
        roster.beginAnew(joining.incarnations());
        knownBefore = knownHere();
        ask();
      }
      case FETCH -> onProgress();
      case ASK_AGAIN -> askAgain();
      case FORMED -> form();
      default -> throw new IllegalStateException(outcome.toString());
    }
  }

  /** Who is in a later membership knows that the cluster has formed before. */
  private void form() {
    if (!behind) {
      roster.forms();
      transitions.join(joining.incarnations(), View.NONE);
    }
  }

  /** What was restored may be another state than that of the cluster: its answers show it. */
  @Override
  void onBehind() {
    if (joining.origin().isNone()) {
      over = true;
      becomeBehind();
    }
  }

  /**
   * What its journal holds counts no more, so the journal begins anew before it learns. Until then
   * an operator can make a new cluster of it, if too few members are left.
   */
  private void becomeBehind() {
    boolean isFirst = !behind;
    behind = true;
    if (isFirst && joining.status() == MemberStatus.RECOVERING && !joining.isFetching()) {
      roster.beginAnew(joining.incarnations());
      knownBefore = knownHere();
    }
  }

  private long knownHere() {
    long inJournal = settings.recovery().durability().keepsVotes() ? slots.log().decided() : 0;
    return Math.max(inJournal, damagedSnapshotEnd);
  }

  /**
   * Becomes a member once it knows every decision to which its lost votes may have led, a snapshot
   * holds those that the journal does not, and the disk has space for its promises.
   */
  @Override
  void onProgress() {
    if (joining.isFetching()
        && slots.log().decided() >= Math.max(joining.end(), knownBefore)
        && !slots.learner().isRestoring()
        && snapshots.hasUpTo(knownBefore)
        && !slots.acceptor().isFull()) {
      transitions.join(joining.incarnations(), joining.view());
    }
  }

  @Override
  void onDeadline() {
    if (over || !joining.isHopeless() || transitions.isBehindOthers()) {
      hopeless.clear();
    } else if (!hopeless.isSet()) {
      long patienceNanos = joining.isAlone() ? 0 : settings.recovery().patienceNanos();
      hopeless.set(step.now() + patienceNanos);
      if (patienceNanos > 0) {
        step.out().observe(new ProtocolEvent.TooManyLost(patienceNanos));
      }
    }
    if (hopeless.hasPassed(step.now())) {
      hopeless.clear();
      step.out().stop(roster.whyHopeless());
    } else if (ask.hasPassed(step.now())) {
      askedAgain = false;
      ask();
    }
  }

  @Override
  long nextWakeUpNanos() {
    return Math.min(ask.atNanos(), hopeless.atNanos());
  }

  /** Once at a time: a replica that lacks a nonce may lack it in its next answer, too. */
  private void askAgain() {
    if (!askedAgain) {
      askedAgain = true;
      ask();
    }
  }

  private void ask() {
    ask.set(step.now() + delays.timeoutNanos() / 3);
    joining.asks();
    step.out()
        .sendWhenDurable(
            settings.others(), new Join(settings.membership().number(), joining.own()));
  }
}
