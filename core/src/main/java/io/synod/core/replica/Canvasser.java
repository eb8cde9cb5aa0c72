package io.synod.core.replica;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.Fact;
import io.synod.core.message.Canvass;
import io.synod.core.message.CanvassReply;
import io.synod.core.time.Deadline;

/**
 * Asks all replicas whether they would promise its next view, and raises it only if enough would.
 */
final class Canvasser extends Contender {
  private final View view;
  private ReplicaSet granted = ReplicaSet.EMPTY;

  /** Canvasses again, after a back-off. Runs: always. */
  private final Deadline retry = new Deadline();

  Canvasser(Replica replica, View view) {
    super(replica);
    this.view = view;
    retry.set(replica.now() + replica.delays().backOffNanos());
    replica.out().observe(new Fact.Canvassing(view));
    replica.out().send(replica.everyone(), new Canvass(view, replica.log().decided()));
  }

  @Override
  Role role() {
    return Role.CANVASSER;
  }

  @Override
  View view() {
    return view;
  }

  @Override
  void onCanvassReply(int from, CanvassReply message) {
    if (!message.view().equals(view) || !message.granted()) {
      ignore(message);
      return;
    }
    granted = granted.with(from);
    if (granted.size() >= replica.quorums().electable()) {
      replica.becomeCandidate(view);
    }
  }

  @Override
  void onDeadline() {
    if (retry.hasPassed(replica.now())) {
      replica.becomeCanvasser();
    }
  }

  @Override
  long nextWakeUpNanos() {
    return retry.atNanos();
  }
}
