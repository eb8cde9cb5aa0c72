package io.synod.core.replica;

import io.synod.core.cluster.Incarnation;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.message.StandbyReport;
import io.synod.core.settings.StandbySettings;
import io.synod.core.time.Deadline;
import io.synod.core.time.Timeouts;

/**
 * A replica that is not listed in the membership. It learns decisions and reports to the members,
 * so that the leader can make it a member. One that was removed ends after a while.
 */
final class Standby extends NonMember {
  // Other standbys that know no newer member learn of them from a removed one, when they report.
  private static final int LINGER_REPORTS = 3;

  private final Slots slots;
  private final MissedDecisions missed;
  private final ReplicaSettings settings;
  private final Timeouts timeouts;
  private final Roster roster;

  // With which it would become a member.
  private final Incarnation own;
  private final boolean removed;

  // What it knew when it began to wait.
  private long decidedThen;

  /** Reports to the members. Runs: always. */
  private final Deadline report = new Deadline();

  /** Ends this replica. Runs: if it was removed, once the cluster goes on without it. */
  private final Deadline linger = new Deadline();

  /** Says that nothing comes. Runs: while it lacks the decisions before a membership of its own. */
  private final Deadline patience = new Deadline();

  Standby(
      Step step,
      Transitions transitions,
      Slots slots,
      MissedDecisions missed,
      ReplicaSettings settings,
      Timeouts timeouts,
      Roster roster) {
    super(step, transitions);
    this.slots = slots;
    this.missed = missed;
    this.settings = settings;
    this.timeouts = timeouts;
    this.roster = roster;
    own = roster.own();
    removed = roster.wasRemoved();
    report.set(step.now());
    if (roster.isBehind()) {
      awaitDecisions();
    }
  }

  private void awaitDecisions() {
    decidedThen = slots.log().decided();
    patience.set(step.now() + settings.recovery().patienceNanos());
  }

  @Override
  Role role() {
    return Role.STANDBY;
  }

  @Override
  void onDeadline() {
    if (report.hasPassed(step.now())) {
      report.set(step.now() + timeouts.electionNanos());
      StandbySettings standby = settings.standby();
      StandbyReport message =
          new StandbyReport(
              removed && standby.lingers() ? Incarnation.UNKNOWN : own,
              slots.log().decided(),
              standby.peerAddress(),
              standby.clientAddress());
      step.out().send(settings.others(), message);
    }
    if (patience.hasPassed(step.now())) {
      if (slots.log().decided() == decidedThen && missed.obstacle() == null) {
        long nanos = settings.recovery().patienceNanos();
        step.out().observe(new ProtocolEvent.LacksDecisions(roster.entered(), decidedThen, nanos));
      }
      awaitDecisions();
    }
    if (linger.hasPassed(step.now())) {
      linger.clear();
      step.out()
          .leave(
              "it was removed from the cluster, which goes on in membership %d"
                  .formatted(settings.membership().number()));
    }
  }

  @Override
  void onProgress() {
    boolean isSettled = slots.log().decided() > settings.membership().first();
    if (removed && isSettled && !linger.isSet() && settings.standby().lingers()) {
      long reports = LINGER_REPORTS * timeouts.electionNanos();
      linger.set(step.now() + Math.max(settings.standby().lingerNanos(), reports));
    }
  }

  @Override
  long nextWakeUpNanos() {
    return Math.min(report.atNanos(), Math.min(linger.atNanos(), patience.atNanos()));
  }
}
