package io.synod.core.replica;

import io.synod.core.catchup.CatchUps;
import io.synod.core.check.Check;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.Heartbeats;
import io.synod.core.election.Lease;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Promise;
import io.synod.core.message.StandbyReport;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.pipeline.TakeOver;
import io.synod.core.read.LeaderReads;
import io.synod.core.time.BothClocks;
import io.synod.core.time.Timeouts;

/** Leads its view: proposes through the pipeline, sends heartbeats, and serves reads. */
final class Leader extends RoleState {
  private final Slots slots;
  private final Decisions decisions;
  private final Pipeline pipeline;
  private final View view;
  private final Roster roster;
  private final Incarnations known;
  private final long takeOverEnd;
  private final ReplicaSet everyone;
  private final long roundBytes;
  private final Heartbeats heartbeats;
  private final Timeouts timeouts;
  private final Lease lease;
  private final LeaderReads reads;
  private final Succession succession;
  private final Admission admission;
  private final CatchUps catchUps;
  private long deliveredAtHeartbeat;

  // The last slot that votes in this view have decided; -1 before the first.
  private long decidedHere = -1;

  /**
   * @param known incarnations of all members, from Phase 1
   */
  Leader(
      Step step,
      Transitions transitions,
      Slots slots,
      Decisions decisions,
      Pipeline pipeline,
      TakeOver takeOver,
      Roster roster,
      Incarnations known,
      ReplicaSettings settings,
      Timeouts timeouts,
      PriorityMoves priorities,
      MembershipLog memberships,
      CatchUps catchUps,
      BothClocks clocks) {
    super(step, transitions);
    this.roster = roster;
    this.known = known;
    this.slots = slots;
    this.decisions = decisions;
    this.timeouts = timeouts;
    this.pipeline = pipeline;
    view = takeOver.view();
    takeOverEnd = takeOver.end();
    everyone = settings.quorums().members();
    roundBytes = settings.learner().roundBytes();
    heartbeats =
        new Heartbeats(
            settings.quorums(), settings.election().heartbeatNanos(), timeouts, step.now());
    lease = new Lease(settings.election(), clocks);
    reads = new LeaderReads(settings.clients().readsMax());
    succession =
        new Succession(
            step, view, slots.log(), pipeline, heartbeats, timeouts, settings, priorities);
    this.catchUps = catchUps;
    admission =
        new Admission(step, view, slots, memberships, pipeline, heartbeats, succession, settings);
    deliveredAtHeartbeat = slots.learner().deliveredBytes();
    step.out().observe(new ProtocolEvent.Leading(view, takeOver.votes().length));
  }

  @Override
  Role role() {
    return Role.LEADER;
  }

  @Override
  View view() {
    return view;
  }

  /** After every slot that was proposed in this view or has to be. */
  long end() {
    return Math.max(takeOverEnd, pipeline.end());
  }

  int openSlots() {
    return pipeline.open();
  }

  @Override
  void onProposed(View batchView, Batch batch) {
    if (batchView.equals(view)) {
      pipeline.propose(batch, slots.learner().limit(), step.now(), step.out());
    }
  }

  /** Too late to count, but its sender must learn that another process is a member in its place. */
  @Override
  void onPromise(int from, Promise message) {
    Incarnation sender = message.incarnations().of(from);
    if (message.view().equals(view) && sender.number() < known.number(from)) {
      roster.sendIncarnations(from, sender, known);
    }
    ignore(message);
  }

  @Override
  void onAccepted(int from, Accepted message) {
    succession.onAccepted(message);
    long end = Math.min(message.end(), pipeline.end());
    for (long slot = Math.max(message.first(), slots.log().decided()); slot < end; slot++) {
      Batch decided = pipeline.onAccepted(message.view(), slot, message.voters());
      if (decided != null) {
        decidedHere = Math.max(decidedHere, slot);
        decisions.decide(slot, decided);
        if (!transitions.isCurrent(this)) {
          return;
        }
      }
    }
  }

  @Override
  void onPeerDisconnected(int peer) {
    admission.onDisconnected(peer);
    if (everyone.contains(peer)) {
      pipeline.onSilent(peer, step.now(), step.out());
    }
  }

  @Override
  void onDecided(long slot) {
    if (pipeline.proposesOtherwise(slot)) {
      // Only a later view can have chosen it. A replica that accepted this view's proposal would
      // take a commit of this view as the decision of that proposal, so this leader must send no
      // more commits.
      transitions.stepDown(
          "slot " + slot + " was decided with another batch, so a later view has a leader");
      return;
    }
    pipeline.close(slot, step.now(), step.out());
  }

  @Override
  void onProgress() {
    pipeline.fill(slots.learner().limit(), step.now(), step.out());
    reads.serve(heartbeats.confirmedRound(), slots.learner().delivered(), step.out());
    sendHeartbeatEarly();
    if (succession.drain()) {
      sendHeartbeat();
    }
    if (succession.hasAsked()) {
      lease.renounce();
    }
    if (succession.successor() >= 0 && transitions.promiseAhead(view, succession.successor())) {
      superseded(slots.acceptor().promised());
    }
  }

  @Override
  void onMembershipAsked(Object ticket, MembershipRequest request) {
    Incarnations latest = known.latest(roster.incarnations());
    admission.ask(ticket, request, latest, timeouts.electionNanos(), end());
  }

  @Override
  void onStandbyReport(int from, StandbyReport message) {
    admission.onStandbyReport(from, message);
  }

  /**
   * The last slot of this view's membership is decided. Sends the members its end, and those of
   * {@code next} that are new what they lack.
   *
   * @return whether this replica leads on: it has decided that slot itself. One that learned of the
   *     end from others would depose the replica that leads by then.
   */
  boolean endMembership(Membership next) {
    if (decidedHere != next.first() - 1) {
      return false;
    }
    ReplicaSet others = everyone.without(ReplicaSet.of(view.leader()));
    step.out().sendHeartbeat(others, heartbeat(heartbeats.round() + 1));
    ReplicaSet added = next.numbers().without(everyone);
    for (int peer = added.first(); peer < ReplicaSet.NUMBERS; peer = added.after(peer)) {
      catchUps.onCatchUp(peer, new CatchUp(admission.decided(peer)), step.now(), step.out());
    }
    return true;
  }

  @Override
  void onTransferAsked(Object ticket, int to) {
    succession.ask(ticket, to);
  }

  @Override
  void onRead(Object ticket) {
    if (reads.isFull()) {
      step.out().refuseRead(ticket, true);
      return;
    }
    reads.add(ticket, heartbeats.round() + 1, mustSee());
    sendHeartbeatEarly();
  }

  /** Every slot before this one was decided in an earlier view or is decided in this one. */
  private long mustSee() {
    return Math.max(slots.log().decided(), takeOverEnd);
  }

  @Override
  void onLeaseRead(Object ticket) {
    if (reads.isFull() || !lease.holds(step.now())) {
      onRead(ticket);
    } else {
      reads.addConfirmed(ticket, mustSee());
    }
  }

  @Override
  void onHeartbeatAck(int from, HeartbeatAck message) {
    if (!message.view().equals(view)) {
      ignore(message);
      return;
    }
    heartbeats.onAck(from, message, step.now());
    lease.confirmed(heartbeats.confirmedRound());
    sendHeartbeatEarly();
  }

  /**
   * For reads, or to learn how much of the log every replica has executed. One round is under way
   * at a time; reads that come meanwhile share the next.
   */
  private void sendHeartbeatEarly() {
    long delivered = slots.learner().deliveredBytes() - deliveredAtHeartbeat;
    if (heartbeats.confirmedRound() == heartbeats.round()
        && (reads.needsRoundAfter(heartbeats.round()) || delivered >= roundBytes)) {
      sendHeartbeat();
    }
  }

  @Override
  void onDeadline() {
    succession.onDeadline();
    if (heartbeats.wasHeldUp(step.now())) {
      heartbeats.resume(step.now());
    }
    if (!heartbeats.hasQuorum(step.now())) {
      transitions.stepDown(heartbeats.silence(view.leader(), step.now()));
      return;
    }
    if (heartbeats.runsLate(step.now())) {
      pipeline.waitOn(step.now());
    }
    if (heartbeats.isDue(step.now())) {
      sendHeartbeat();
    }
    pipeline.onDeadline(step.now(), step.out());
  }

  private void sendHeartbeat() {
    succession.lookForProgress(slots.learner().executedWhole());
    succession.lookForPriority();
    for (int peer : heartbeats.silent(view.leader(), step.now())) {
      pipeline.onSilent(peer, step.now(), step.out());
    }
    long round = heartbeats.nextRound(step.now(), slots.log().decided());
    lease.sent(round, step.now());
    deliveredAtHeartbeat = slots.learner().deliveredBytes();
    step.out().sendHeartbeat(everyone, heartbeat(round));
  }

  private Heartbeat heartbeat(long round) {
    return new Heartbeat(
        view, slots.log().decided(), heartbeats.executedByAll(), takeOverEnd, round);
  }

  @Override
  void onLeaderAlive(View leading) {
    // Another one, of a later view: this view has no other leader, and an earlier one is rejected.
    giveWay(leading).onLeaderAlive(leading);
  }

  @Override
  void superseded(View by) {
    giveWay(by);
  }

  private Follower giveWay(View by) {
    succession.superseded(by);
    return transitions.stepDown("a replica promised the later view " + by);
  }

  @Override
  void onObstacle(String reason) {
    if (!reason.equals(Obstacles.SLOW) || succession.canOtherLead()) {
      transitions.stepDown(reason);
    }
  }

  @Override
  boolean hasLiveLeader() {
    return true;
  }

  @Override
  void leave() {
    reads.refuseAll(step.out());
    succession.leave();
  }

  @Override
  long nextWakeUpNanos() {
    long next = Math.min(heartbeats.nextWakeUpNanos(), pipeline.nextWakeUpNanos());
    return Math.min(next, succession.nextWakeUpNanos());
  }

  @Override
  void invariants() {
    pipeline.invariants();
    View promised = slots.acceptor().promised();
    Check.that(!promised.isAfter(view), "leading %s, promised %s", view, promised);
  }
}
