package io.synod.core.replica;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.ElectionDelays;
import io.synod.core.log.Log;
import io.synod.core.message.CatchUp;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.time.Deadline;

/**
 * Asks all replicas whether they would promise its next view, and raises its view only if enough
 * would.
 */
final class PreCandidate extends Contender {
  private final View view;
  private final int electable;
  private final Log log;
  private ReplicaSet granted = ReplicaSet.EMPTY;

  // The last one that has refused; none before the first.
  private ReplicaSet refused = ReplicaSet.EMPTY;

  /** Asks again, after a back-off. Runs: always. */
  private final Deadline retry = new Deadline();

  PreCandidate(
      Step step,
      Transitions transitions,
      ElectionDelays delays,
      Quorums quorums,
      View view,
      Log log) {
    super(step, transitions);
    this.view = view;
    this.log = log;
    electable = quorums.electable();
    retry.set(step.now() + delays.backOffNanos());
    step.out().observe(new ProtocolEvent.PreVoting(view));
    step.out().send(quorums.members(), new PreVote(view, log.decided()));
  }

  @Override
  Role role() {
    return Role.PRE_CANDIDATE;
  }

  @Override
  View view() {
    return view;
  }

  @Override
  void onPreVoteReply(int from, PreVoteReply message) {
    if (!message.view().equals(view) || !message.granted()) {
      boolean isOthers = message.view().equals(view) && from != view.leader();
      refused = isOthers ? ReplicaSet.of(from) : refused;
      ignore(message);
      return;
    }
    granted = granted.with(from);
    if (granted.size() >= electable) {
      transitions.becomeCandidate(view);
    }
  }

  /**
   * A replica that refuses may follow a leader of which no message comes here, so it is asked what
   * is decided.
   */
  @Override
  void onDeadline() {
    if (retry.hasPassed(step.now())) {
      if (!refused.isEmpty()) {
        step.out().send(refused, new CatchUp(log.decided()));
      }
      transitions.becomePreCandidate();
    }
  }

  @Override
  long nextWakeUpNanos() {
    return retry.atNanos();
  }
}
