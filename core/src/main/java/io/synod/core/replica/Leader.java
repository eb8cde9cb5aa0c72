package io.synod.core.replica;

import io.synod.core.check.Check;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Fact;
import io.synod.core.election.Heartbeats;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.pipeline.TakeOver;
import io.synod.core.read.LeaderReads;

/** Leads its view: proposes through the pipeline, beats, and serves reads. */
final class Leader extends RoleState {
  private final View view;
  private final long takeOverEnd;
  private final Pipeline pipeline;
  private final Heartbeats heartbeats;
  private final LeaderReads reads;
  private long deliveredAtBeat;

  Leader(Replica replica, TakeOver takeOver, int readsMax) {
    super(replica);
    view = takeOver.view();
    takeOverEnd = takeOver.end();
    pipeline = replica.pipeline(takeOver);
    heartbeats = new Heartbeats(replica.quorums(), replica.electionSettings(), replica.now());
    reads = new LeaderReads(readsMax);
    deliveredAtBeat = replica.learner().deliveredBytes();
    replica.out().observe(new Fact.Leading(view, takeOver.votes().length));
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
      pipeline.propose(batch, replica.limit(), replica.now(), replica.out());
    }
  }

  @Override
  void onAccepted(int from, Accepted message) {
    long end = Math.min(message.end(), pipeline.end());
    for (long slot = Math.max(message.first(), replica.log().decided()); slot < end; slot++) {
      Batch decided = pipeline.onAccepted(message.view(), slot, message.voters());
      if (decided != null) {
        replica.decide(slot, decided);
        if (replica.role() != this) {
          return;
        }
      }
    }
  }

  @Override
  void onPeerDisconnected(int peer) {
    pipeline.onSilent(peer, replica.now(), replica.out());
  }

  @Override
  void onDecided(long slot) {
    if (pipeline.proposesOtherwise(slot)) {
      // Only a later view can have chosen it. Whoever accepted this view's proposal would take a
      // commit of this view for the choice of that proposal, so this view must announce no more.
      replica.stepDown("slot " + slot + " is decided otherwise, by a later view");
      return;
    }
    pipeline.close(slot, replica.now(), replica.out());
  }

  @Override
  void onProgress() {
    pipeline.fill(replica.limit(), replica.now(), replica.out());
    reads.serve(heartbeats.confirmedRound(), replica.delivered(), replica.out());
    beatEarly();
  }

  @Override
  void onRead(Object ticket) {
    if (reads.isFull()) {
      replica.out().refuseRead(ticket, true);
      return;
    }
    long mustSee = Math.max(replica.log().decided(), takeOverEnd);
    reads.add(ticket, heartbeats.round() + 1, mustSee);
    beatEarly();
  }

  @Override
  void onHeartbeatAck(int from, HeartbeatAck message) {
    if (!message.view().equals(view)) {
      ignore(message);
      return;
    }
    heartbeats.onAck(from, message, replica.now());
    beatEarly();
  }

  /**
   * For reads, or to learn how much of the log nobody needs. One round is under way at a time; what
   * comes meanwhile shares the next.
   */
  private void beatEarly() {
    if (heartbeats.confirmedRound() == heartbeats.round()
        && (reads.needsRoundAfter(heartbeats.round()) || muchWasDelivered())) {
      beat();
    }
  }

  private boolean muchWasDelivered() {
    long bytes = replica.learner().deliveredBytes() - deliveredAtBeat;
    return bytes >= replica.learnerSettings().roundBytes();
  }

  @Override
  void onDeadline() {
    if (heartbeats.wasHeldUp(replica.now())) {
      heartbeats.resume(replica.now());
    }
    if (!heartbeats.hasQuorum(replica.now())) {
      replica.stepDown("no quorum has answered for an election timeout");
      return;
    }
    if (heartbeats.runsLate(replica.now())) {
      pipeline.waitOn(replica.now());
    }
    if (heartbeats.isDue(replica.now())) {
      beat();
    }
    pipeline.onDeadline(replica.now(), replica.out());
  }

  private void beat() {
    for (int peer : heartbeats.silent(view.leader(), replica.now())) {
      pipeline.onSilent(peer, replica.now(), replica.out());
    }
    long round = heartbeats.nextRound(replica.now());
    deliveredAtBeat = replica.learner().deliveredBytes();
    // A leader whose disk stalls must not look healthy: the pulse follows durable progress.
    replica
        .out()
        .sendWhenDurable(
            replica.everyone(),
            new Heartbeat(
                view, replica.log().decided(), heartbeats.executedByAll(), takeOverEnd, round));
  }

  @Override
  void onLeaderAlive(View leading) {
    // Another one, of a later view: this view has no other leader, and an earlier one is rejected.
    superseded(leading);
    replica.role().onLeaderAlive(leading);
  }

  @Override
  void superseded(View by) {
    replica.stepDown("view " + by + " was promised");
  }

  @Override
  void onObstacle(String reason) {
    replica.stepDown(reason);
  }

  @Override
  boolean hearsLeader() {
    return true;
  }

  @Override
  void leave() {
    reads.refuseAll(replica.out());
  }

  @Override
  long nextWakeUpNanos() {
    return Math.min(heartbeats.nextWakeUpNanos(), pipeline.nextWakeUpNanos());
  }

  @Override
  void invariants() {
    pipeline.invariants();
    Check.that(
        !replica.promised().isAfter(view), "leading %s, promised %s", view, replica.promised());
  }
}
