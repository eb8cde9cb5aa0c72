package io.synod.simulation.fault;

import io.synod.simulation.node.Moment;
import io.synod.simulation.node.Trap;
import java.util.SplittableRandom;

/**
 * What a few replicas say to one of them in one of its views arrives in the next one of it, and
 * nobody else can lead between. The few are so few that the others can elect.
 */
final class LateWords {
  private final FaultTarget target;
  private final int replica;
  private final Trap trap;
  private final int few;
  private final Cuts cuts;
  private boolean over;

  private LateWords(FaultTarget target, SplittableRandom random, int replica) {
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

  /** Votes for {@code leader}, of which only the few hear until it has given up. */
  static LateWords ofVotes(FaultTarget target, SplittableRandom random, int leader) {
    LateWords words = new LateWords(target, random, leader);
    words.holdFew();
    for (int from = 0; from < target.replicas(); from++) {
      for (int to = 0; to < target.replicas(); to++) {
        if (from != to && (words.isOther(from) || words.isOther(to))) {
          words.cuts.cut(from, to);
        }
      }
    }
    words.trap.at(Moment.FOLLOWING, words::mendOwn);
    words.trap.at(Moment.LEADING, words::end);
    return words;
  }

  /** Promises to {@code candidate}, which gives up for lack of others. */
  static LateWords ofPromises(FaultTarget target, SplittableRandom random, int candidate) {
    LateWords words = new LateWords(target, random, candidate);
    words.trap.at(Moment.PREPARING, words::preparesFirst);
    return words;
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

  /** The few do not hear what they seem to answer. */
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

  /** It hears the others again, and they it. */
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
