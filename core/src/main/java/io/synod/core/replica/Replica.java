package io.synod.core.replica;

import io.synod.core.cluster.View;
import io.synod.core.effect.Effects;
import io.synod.core.event.Event;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.message.Vote;
import io.synod.core.recovery.Recovered;
import io.synod.core.time.Deadline;
import io.synod.core.time.Timeouts;

/**
 * One replica's protocol: same events in the same order give the same effects. Confined to one
 * thread; does no I/O, reads no clock. Its roles and how they change: {@link Transitions}.
 */
public final class Replica {
  private Parts parts;
  Transitions transitions;
  private Dispatch dispatch;

  /** Its timeouts are those of the settings. */
  public Replica(ReplicaSettings settings, Recovered recovered, long seed) {
    this(settings, settings.timeouts(), recovered, seed);
  }

  /**
   * @param timeouts in place of those of the settings
   * @param recovered the durable state of this replica, as storage has kept it
   * @param seed of the random delays
   */
  public Replica(ReplicaSettings settings, Timeouts timeouts, Recovered recovered, long seed) {
    parts = new Parts(settings, timeouts, recovered, seed);
    transitions = new Transitions(parts);
    dispatch = new Dispatch(parts, transitions);
  }

  /** By which it waits. Any thread may ask them. */
  public Timeouts timeouts() {
    return parts.timeouts;
  }

  /** Before the first step. */
  public void start(long nowNanos, Effects out) {
    parts.step.begin(nowNanos, out);
    parts.trigger.start(nowNanos);
    parts.learner.start(out);
    if (!parts.memberships.isFirst()) {
      out.enter(parts.settings.membership());
    }
    parts.vow.start(nowNanos);
    transitions.start();
    end();
  }

  /**
   * @param nowNanos a clock that does not go back
   */
  public void step(Event event, long nowNanos, Effects out) {
    parts.step.begin(nowNanos, out);
    if (!parts.role.isHalted()) {
      event.visit(dispatch);
    } else if (event instanceof Event.ReadRequested read) {
      out.refuseRead(read.ticket(), false);
    } else if (event instanceof Event.TransferAsked asked) {
      out.operatorAnswered(asked.ticket(), "this replica has stopped");
    } else if (event instanceof Event.MembershipAsked asked) {
      out.operatorAnswered(asked.ticket(), "this replica has stopped");
    }
    end();
  }

  /** Refuses the reads that wait; nothing may be called after it. */
  public void end(long nowNanos, Effects out) {
    parts.step.begin(nowNanos, out);
    parts.role.state().leave();
    parts.quorumReads.refuseAll(out);
  }

  /**
   * Sends what the steps since the last call have gathered for relays, as a relay and for
   * subscribers. To be called once no event is at hand; what was gathered waits until then.
   */
  public void endCycle(long nowNanos, Effects out) {
    parts.step.begin(nowNanos, out);
    if (!parts.role.isHalted()) {
      parts.relaying.endCycle(nowNanos, out);
      RoleState state = parts.role.state();
      if (state.servesDecisions()) {
        boolean isInTouch = state.hasLiveLeader() && !parts.missed.isAtStandstill();
        parts.subscriptions.sendAll(state.isMember(), isInTouch, nowNanos, out);
      }
    }
    parts.step.end();
  }

  /** When to step with a {@link Event.WakeUp} at the latest; {@link Deadline#NEVER} if never. */
  public long nextWakeUpNanos() {
    if (parts.role.isHalted()) {
      return Deadline.NEVER;
    }
    long next = Math.min(parts.role.state().nextWakeUpNanos(), parts.damage.nextWakeUpNanos());
    next = Math.min(next, parts.catchUps.nextWakeUpNanos());
    next = Math.min(next, parts.missed.nextWakeUpNanos());
    next = Math.min(next, parts.fetch.nextWakeUpNanos());
    next = Math.min(next, parts.quorumReads.nextWakeUpNanos());
    next = Math.min(next, parts.relaying.nextWakeUpNanos());
    next = Math.min(next, parts.subscriptions.nextWakeUpNanos());
    return Math.min(next, parts.trigger.nextWakeUpNanos());
  }

  private void end() {
    if (!parts.role.isHalted()) {
      settle();
    }
    parts.step.end();
  }

  /**
   * Every slot of the last membership is decided: all that depends on the members is made anew, and
   * this replica takes the part that the new membership gives it.
   */
  private void enterMembership() {
    Effects out = parts.step.out();
    Membership membership = parts.memberships.current();
    RoleState last = parts.role.state();
    // Others must learn the end of the last membership from its leader before they are asked to
    // promise a view of this one.
    out.enter(membership);
    boolean leadsOn = last instanceof Leader leader && leader.endMembership(membership);
    last.leave();
    parts.quorumReads.refuseAll(out);
    int lastLeader = parts.acceptor.promised().leader();
    Event.Received prepare = dispatch.ahead();
    parts = parts.entering();
    transitions = new Transitions(parts);
    dispatch = new Dispatch(parts, transitions);
    transitions.enter(leadsOn, lastLeader);
    if (prepare != null) {
      dispatch.onReceived(prepare);
    }
  }

  private void settle() {
    if (parts.memberships.current().number() != parts.roster.membership()) {
      enterMembership();
    }
    CurrentRole role = parts.role;
    long nowNanos = parts.step.now();
    Effects out = parts.step.out();
    View view = role.state().view();
    if (view != null && promised().isAfter(view)) {
      role.state().superseded(promised());
    }
    String obstacle = obstacle();
    if (obstacle != null) {
      role.state().onObstacle(obstacle);
    }
    role.state().onDeadline();
    parts.relaying.onDeadline(nowNanos, out);
    parts.missed.update();
    parts.snapshots.update();
    parts.damage.update(role.state().hasLiveLeader() && !parts.catchUps.isBehind());
    role.state().onProgress();
    parts.quorumReads.update(delivered(), nowNanos, out);
    parts.decisions.persistIfDue();
    invariants();
  }

  private void invariants() {
    parts.log.invariants();
    parts.learner.invariants();
    parts.quorumReads.invariants();
    parts.role.state().invariants();
  }

  /** What this replica is doing about leadership. */
  public Role currentRole() {
    return parts.role.state().role();
  }

  /** Number of this replica's incarnation; 0 while it is no member. */
  public long incarnationNumber() {
    int self = parts.settings.self();
    return parts.role.state().isMember() ? parts.roster.incarnations().number(self) : 0;
  }

  /** That of the first undecided slot, and the one that is decided and has not begun. */
  public Memberships memberships() {
    return parts.memberships.memberships();
  }

  /** Whether it does without votes and leadership because there is no space for them. */
  public boolean isStorageFull() {
    return parts.acceptor.isFull();
  }

  /** Why this replica must not lead for now; null if it may. */
  public String obstacle() {
    return parts.obstacles.first();
  }

  /** The first slot whose vote the disk has lost; -1 if there is none. */
  public long firstDamaged() {
    return parts.log.hasDamage() ? parts.log.firstDamaged() : -1;
  }

  /** Every slot before this one is in the newest snapshot on disk. */
  public long snapshotEnd() {
    return parts.trigger.storedEnd();
  }

  /** No vote will be given in a view before this one. */
  public View promised() {
    return parts.acceptor.promised();
  }

  public boolean leads() {
    return parts.role.leads();
  }

  /**
   * The leader that this replica follows or is; -1 if it has no live leader at {@code nowNanos}.
   */
  public int leader(long nowNanos) {
    parts.step.at(nowNanos);
    return parts.role.state().hasLiveLeader() ? parts.acceptor.promised().leader() : -1;
  }

  /** Subscribers that follow the log without a vote, learners among them. */
  public int subscribers() {
    return parts.subscriptions.size();
  }

  /** Slots that this replica has open as a leader; 0 if it does not lead. */
  public int openSlots() {
    return parts.role.state() instanceof Leader leader ? leader.openSlots() : 0;
  }

  /** Every slot before this one is decided, as far as this replica knows. */
  public long decided() {
    return parts.log.decided();
  }

  /** Every slot before this one was handed to the service. */
  public long delivered() {
    return parts.learner.delivered();
  }

  /** The oldest slot that is still kept. */
  public long firstKept() {
    return parts.log.first();
  }

  /** What is known of {@code slot}; null if nothing, or no longer. */
  public Vote voteAt(long slot) {
    return parts.log.vote(slot);
  }
}
