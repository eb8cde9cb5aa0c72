package io.synod.simulation.fault;

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
  private final int few;
  private final Cuts cuts;
  private boolean over;

  private LateMessages(FaultTarget target, SplittableRandom random, int replica) {
    this.target = target;
    this.replica = replica;
    trap = target.node(replica).trap();
    cuts = new Cuts(target.peers());
    int members = 0;
    for (int more = random.nextInt(1 + Math.max(0, (target.replicas() - 3) / 2));
        more >= 0;
        more--) {
      members |= 1 << random.nextInt(target.replicas());
    }
    few = members & ~(1 << replica);
  }

  /**
   * Delays votes for {@code leader}: only the few replicas receive its messages until it gives up.
   */
  static LateMessages ofVotes(FaultTarget target, SplittableRandom random, int leader) {
    LateMessages late = new LateMessages(target, random, leader);
    late.holdFew();
    for (int from = 0; from < target.replicas(); from++) {
      for (int to = 0; to < target.replicas(); to++) {
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
    for (int from = 0; from < target.replicas(); from++) {
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
    for (int to = 0; to < target.replicas(); to++) {
      if (isOfFew(to)) {
        cuts.cut(replica, to);
      }
    }
  }

  private boolean isOfFew(int other) {
    return (few >> other & 1) == 1;
  }

  private boolean isOther(int other) {
    return other != replica && !isOfFew(other);
  }

  private void holdFew() {
    for (int from = 0; from < target.replicas(); from++) {
      if (isOfFew(from)) {
        cuts.hold(from, replica);
      }
    }
  }

  /** Reconnects it with the others, in both directions. */
  private void mendOwn() {
    for (int other = 0; other < target.replicas(); other++) {
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
