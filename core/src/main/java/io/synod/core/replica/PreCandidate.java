package io.synod.core.replica;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.election.ElectionDelays;
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
  private ReplicaSet granted = ReplicaSet.EMPTY;

  /** PreVotees again, after a back-off. Runs: always. */
  private final Deadline retry = new Deadline();

  /**
   * @param decided every slot before this one is decided here
   */
  PreCandidate(
      Step step,
      Transitions transitions,
      ElectionDelays delays,
      Quorums quorums,
      View view,
      long decided) {
    super(step, transitions);
    this.view = view;
    electable = quorums.electable();
    retry.set(step.now() + delays.backOffNanos());
    step.out().observe(new ProtocolEvent.PreVoting(view));
    step.out().send(quorums.members(), new PreVote(view, decided));
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
      ignore(message);
      return;
    }
    granted = granted.with(from);
    if (granted.size() >= electable) {
      transitions.becomeCandidate(view);
    }
  }

  @Override
  void onDeadline() {
    if (retry.hasPassed(step.now())) {
      transitions.becomePreCandidate();
    }
  }

  @Override
  long nextWakeUpNanos() {
    return retry.atNanos();
  }
}
