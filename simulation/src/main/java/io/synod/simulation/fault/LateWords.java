package io.synod.simulation.fault;

import io.synod.simulation.network.Wire;
import io.synod.simulation.node.Trap;
import java.util.ArrayList;
import java.util.List;
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
  private final List<Wire> held = new ArrayList<>();
  private final List<Wire> cut = new ArrayList<>();
  private boolean over;

  private LateWords(FaultTarget target, SplittableRandom random, int replica) {
    this.target = target;
    this.replica = replica;
    trap = target.node(replica).trap();
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
          words.cut(from, to);
        }
      }
    }
    words.trap.atFollowing(words::mendOwn);
    words.trap.atLeading(words::end);
    return words;
  }

  /** Promises to {@code candidate}, which gives up for lack of others. */
  static LateWords ofPromises(FaultTarget target, SplittableRandom random, int candidate) {
    LateWords words = new LateWords(target, random, candidate);
    words.trap.atPreparing(words::preparesFirst);
    return words;
  }

  private void preparesFirst() {
    if (over) {
      return;
    }
    holdFew();
    for (int from = 0; from < target.replicas(); from++) {
      if (isOther(from)) {
        cut(from, replica);
      }
    }
    trap.atFollowing(this::mendOwn);
    trap.atPreparing(this::preparesAgain);
  }

  /** The few do not hear what they seem to answer. */
  private void preparesAgain() {
    if (over) {
      return;
    }
    release();
    for (int to = 0; to < target.replicas(); to++) {
      if (isOfFew(to)) {
        cut(replica, to);
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
        Wire wire = target.peers().wire(from, replica);
        wire.hold();
        held.add(wire);
      }
    }
  }

  private void cut(int from, int to) {
    Wire wire = target.peers().wire(from, to);
    wire.cut();
    cut.add(wire);
  }

  /** It hears the others again, and they it. */
  private void mendOwn() {
    for (int other = 0; other < target.replicas(); other++) {
      if (isOther(other)) {
        mend(target.peers().wire(other, replica));
        mend(target.peers().wire(replica, other));
      }
    }
  }

  private void mend(Wire wire) {
    if (cut.remove(wire)) {
      wire.mend();
    }
  }

  private void release() {
    held.forEach(Wire::release);
    held.clear();
  }

  void end() {
    over = true;
    release();
    cut.forEach(Wire::mend);
    cut.clear();
  }
}
