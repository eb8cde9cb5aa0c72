package io.synod.core.replica;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.Heartbeats;
import io.synod.core.membership.ChangeEntry;
import io.synod.core.membership.Changes;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.membership.Standbys;
import io.synod.core.message.StandbyReport;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.settings.Durability;
import java.util.Locale;

/**
 * Which changes of the membership a leader proposes. From the proposal until the next membership
 * has decided a slot a quorum of each of the two is needed, and there is no way back. So it refuses
 * a change of whose members too few answer it. Part of the role {@link Leader}.
 */
final class Admission {
  // Standbys report once in an election timeout.
  private static final int REPORT_TIMEOUTS = 4;

  private final Step step;
  private final View view;
  private final Slots slots;
  private final MembershipLog memberships;
  private final Pipeline pipeline;
  private final Heartbeats heartbeats;
  private final Succession succession;
  private final ReplicaSettings settings;
  private final Standbys standbys = new Standbys();
  private boolean proposed;

  Admission(
      Step step,
      View view,
      Slots slots,
      MembershipLog memberships,
      Pipeline pipeline,
      Heartbeats heartbeats,
      Succession succession,
      ReplicaSettings settings) {
    this.step = step;
    this.view = view;
    this.slots = slots;
    this.memberships = memberships;
    this.pipeline = pipeline;
    this.heartbeats = heartbeats;
    this.succession = succession;
    this.settings = settings;
  }

  void onStandbyReport(int from, StandbyReport message) {
    standbys.reported(
        from,
        new Standbys.Standby(
            message.incarnation(),
            message.decided(),
            message.peerAddress(),
            message.clientAddress(),
            step.now()));
  }

  /** A member or standby may have ended: it counts as present once it sends something again. */
  void onDisconnected(int replica) {
    standbys.disconnected(replica);
    heartbeats.onDisconnected(replica);
  }

  /** Every slot before this one is decided as far as the standby knows; 0 if it is unknown. */
  long decided(int standby) {
    Standbys.Standby known = standbys.last(standby);
    return known == null ? 0 : known.decided();
  }

  /**
   * @param known the incarnations of the members
   * @param timeoutNanos a member that is silent for longer does not count
   * @param end no slot from this one on can be decided yet
   */
  void ask(
      Object ticket, MembershipRequest request, Incarnations known, long timeoutNanos, long end) {
    String busy = whyBusy();
    if (busy != null) {
      step.out().operatorAnswered(ticket, busy);
      return;
    }
    long since = step.now() - REPORT_TIMEOUTS * timeoutNanos;
    Membership current = memberships.current();
    Changes.Outcome outcome = new Changes(current, known, standbys, since).apply(request);
    String refusal = outcome.refusal();
    if (refusal == null) {
      refusal = whyNoneMayBeLost(outcome.next());
    }
    if (refusal == null) {
      refusal = whyOfAnother(request.add(), since, end);
    }
    if (refusal == null) {
      refusal = whyUnsafe(outcome.next(), request.add(), since, timeoutNanos);
    }
    if (refusal == null && !request.isDryRun()) {
      refusal = propose(outcome.next());
    }
    step.out().operatorAnswered(ticket, refusal);
  }

  private String whyBusy() {
    Membership current = memberships.current();
    if (proposed || memberships.next() != null) {
      return "membership %d is being decided already".formatted(current.number() + 1);
    }
    if (current.number() > 0 && slots.log().decided() <= current.first()) {
      return "membership %d has not decided a slot yet".formatted(current.number());
    }
    if (slots.learner().executed() < current.first()) {
      return "the service has not executed the slots before membership %d"
          .formatted(current.number());
    }
    return succession.isTransferring() ? "the leader is transferring its leadership" : null;
  }

  /** At level memory a cluster whose members were all started at once has begun anew. */
  private String whyOfAnother(ReplicaSet added, long sinceNanos, long end) {
    for (int replica : added.numbers()) {
      long decided = standbys.since(replica, sinceNanos).decided();
      if (decided > end) {
        return ("standby %d knows %d decided slots, and this cluster has no more than %d: ask again;"
                + " if it stays so, the standby keeps the state of another cluster of this name, so"
                + " start it anew, with an empty directory")
            .formatted(replica, decided, end);
      }
    }
    return null;
  }

  private String whyUnsafe(Membership next, ReplicaSet added, long sinceNanos, long timeoutNanos) {
    ReplicaSet heard = heartbeats.heard(step.now() - timeoutNanos).with(view.leader());
    for (int replica : added.numbers()) {
      long lag = slots.log().decided() - standbys.since(replica, sinceNanos).decided();
      if (lag > settings.standby().lagMax()) {
        return "standby %d lacks %d slots, more than the %d of member.lag-max: wait until it is nearer"
            .formatted(replica, lag, settings.standby().lagMax());
      }
    }
    ReplicaSet kept = next.numbers().without(added);
    ReplicaSet fit = new ReplicaSet(kept.bits() & heard.bits()).with(whole(added, sinceNanos));
    int needed = next.quorums().electable();
    if (fit.size() >= needed) {
      return null;
    }
    ReplicaSet behind = behind(added, sinceNanos);
    // They may pass a membership in which their number had another directory, and have to join.
    return fit.with(behind).size() >= needed
        ? "standbys %s have not learnt of membership %d yet: wait for them, or ask again"
            .formatted(behind, memberships.current().number())
        : "of the replicas %s, only %s answer the leader, and %d of them are needed: start the others first"
            .formatted(next.numbers(), fit, needed);
  }

  /** Those that enter as members; others must join first, with the help of a leader. */
  private ReplicaSet whole(ReplicaSet added, long sinceNanos) {
    ReplicaSet whole = ReplicaSet.EMPTY;
    for (int replica : added.without(behind(added, sinceNanos)).numbers()) {
      boolean joins = standbys.since(replica, sinceNanos).incarnation().number() == 0;
      whole = joins ? whole : whole.with(replica);
    }
    return whole;
  }

  /** Those that do not know all decisions of earlier memberships. */
  private ReplicaSet behind(ReplicaSet added, long sinceNanos) {
    ReplicaSet behind = ReplicaSet.EMPTY;
    for (int replica : added.numbers()) {
      boolean knowsAll =
          standbys.since(replica, sinceNanos).decided() >= memberships.current().first();
      behind = knowsAll ? behind : behind.with(replica);
    }
    return behind;
  }

  /**
   * A member that keeps no votes and starts again needs others who can decide without it. One that
   * is alone and keeps nothing begins anew.
   */
  private String whyNoneMayBeLost(Membership next) {
    Durability level = settings.recovery().durability();
    boolean isAlone = next.numbers().size() == 1 && level == Durability.MEMORY;
    Quorums quorums = next.quorums();
    return level.keepsVotes() || isAlone || quorums.losable() > 0
        ? null
        : ("durability %s keeps no votes, so that a restarted member needs others who can decide"
                + " without it: with quorums of %d (phase 1) and %d (phase 2) among the members %s"
                + " they cannot")
            .formatted(
                level.name().toLowerCase(Locale.ROOT),
                quorums.phase1(),
                quorums.phase2(),
                next.numbers());
  }

  /** Returns why it is not proposed; null if it is. */
  private String propose(Membership next) {
    ReplicaSet both =
        new ReplicaSet(next.numbers().bits() & memberships.current().numbers().bits());
    boolean isRemoved = !next.numbers().contains(view.leader());
    int leader = isRemoved ? succession.transferTo(both) : view.leader();
    if (isRemoved && leader >= 0) {
      return "the leader is to be removed and transfers its leadership to replica %d first: ask again"
          .formatted(leader);
    }
    proposed = true;
    step.out().observe(new ProtocolEvent.ChangingMembership(view, next));
    pipeline.change(ChangeEntry.batch(next, 0), slots.learner().limit(), step.now(), step.out());
    return null;
  }
}
