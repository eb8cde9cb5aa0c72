package io.synod.simulation.fault;

import io.synod.core.cluster.ReplicaSet;
import io.synod.simulation.node.Moment;
import io.synod.simulation.node.Trap;
import java.util.SplittableRandom;

/**
 * Messages of a few replicas to one replica in one of its views arrive in its next view, and no
 * other replica can lead in between. The few are so few that the others form a quorum.
 */
final class LateMessages {
  private final FaultTarget target;
  private final int replica;
  private final Trap trap;
  private final ReplicaSet few;
  private final Cuts cuts;
  private boolean over;

  private LateMessages(FaultTarget target, SplittableRandom random, int replica) {
    this.target = target;
    this.replica = replica;
    trap = target.node(replica).trap();
    cuts = new Cuts(target.peers());
    ReplicaSet members = ReplicaSet.EMPTY;
    for (int more = random.nextInt(1 + Math.max(0, (target.count() - 3) / 2)); more >= 0; more--) {
      members = members.with(target.any(random));
    }
    few = members.without(ReplicaSet.of(replica));
  }

  /**
   * Delays votes for {@code leader}: only the few replicas receive its messages until it gives up.
   */
  static LateMessages ofVotes(FaultTarget target, SplittableRandom random, int leader) {
    LateMessages late = new LateMessages(target, random, leader);
    late.holdFew();
    for (int from : target.replicas()) {
      for (int to : target.replicas()) {
        if (from != to && (late.isOther(from) || late.isOther(to))) {
          late.cuts.cut(from, to);
        }
      }
    }
    late.trap.at(Moment.FOLLOWING, late::mendOwn);
    late.trap.at(Moment.LEADING, late::end);
    return late;
  }

  /** Delays promises to {@code candidate}, which gives up without the others. */
  static LateMessages ofPromises(FaultTarget target, SplittableRandom random, int candidate) {
    LateMessages late = new LateMessages(target, random, candidate);
    late.trap.at(Moment.PREPARING, late::preparesFirst);
    return late;
  }

  private void preparesFirst() {
    if (over) {
      return;
    }
    holdFew();
    for (int from : target.replicas()) {
      if (isOther(from)) {
        cuts.cut(from, replica);
      }
    }
    trap.at(Moment.FOLLOWING, this::mendOwn);
    trap.at(Moment.PREPARING, this::preparesAgain);
  }

  /** The few replicas do not receive the message that they seem to answer. */
  private void preparesAgain() {
    if (over) {
      return;
    }
    cuts.release();
    for (int to : target.replicas()) {
      if (isOfFew(to)) {
        cuts.cut(replica, to);
      }
    }
  }

  private boolean isOfFew(int other) {
    return few.contains(other);
  }

  private boolean isOther(int other) {
    return other != replica && !isOfFew(other);
  }

  private void holdFew() {
    for (int from : target.replicas()) {
      if (isOfFew(from)) {
        cuts.hold(from, replica);
      }
    }
  }

  /** Reconnects it with the others, in both directions. */
  private void mendOwn() {
    for (int other : target.replicas()) {
      if (isOther(other)) {
        cuts.mendBothWays(replica, other);
      }
    }
  }

  void end() {
    over = true;
    cuts.end();
  }
}
