package io.synod.simulation.cores;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Accept;
import io.synod.core.message.Decided;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import java.util.SplittableRandom;

/**
 * The one that has forgotten its promise announces itself to a witness alone at first. The witness
 * answers and forgets that. It joins again with others than the first one, which announces itself
 * to them afterwards. The witness promises the candidate's view at last.
 */
final class ForgottenAnswer extends HiddenCandidate {
  private final int leader;
  private final int lateCount;
  private int forgetful;
  private int witness;
  private ReplicaSet late;

  ForgottenAnswer(LossFaults losses, SplittableRandom random, Quorums quorums, int leader) {
    super(losses, random, quorums.replicas());
    this.leader = leader;
    lateCount = quorums.phase1() - 3;
  }

  /**
   * Whether a witness can join again without the candidate and the one that has forgotten its
   * promise, and both may be lost at a time.
   */
  static boolean fits(Quorums quorums) {
    return quorums.replicas() - 3 >= quorums.joining() && quorums.losable() > 1;
  }

  @Override
  boolean isAwaited() {
    return true;
  }

  @Override
  boolean mayPrepare(int replica) {
    return replica != leader;
  }

  @Override
  void hides(ReplicaSet others) {
    ReplicaSet left = others.without(ReplicaSet.of(leader));
    forgetful = some(left, 1).first();
    left = left.without(ReplicaSet.of(forgetful));
    witness = some(left, 1).first();
    late = some(left.without(ReplicaSet.of(witness)), lateCount);
  }

  @Override
  boolean passesHidden(int peer, Message message) {
    if (peer == forgetful) {
      if (losses.hasLost(forgetful)) {
        return false;
      }
      if (message instanceof Promise) {
        losses.loseSoon(forgetful);
      }
      return true;
    }
    return isLate(peer) && losses.isBack(forgetful);
  }

  @Override
  boolean passesBeside(int from, int to, Message message) {
    boolean isOfBoth = ReplicaSet.of(from).with(to).equals(ReplicaSet.of(forgetful).with(witness));
    if (isOfBoth && losses.hasLost(witness)) {
      return false;
    }
    if (message instanceof JoinReply reply
        && from == witness
        && to == forgetful
        && reply.to().number() > 0) {
      losses.loseSoon(witness);
    }
    if (from == forgetful && message instanceof Join join && join.incarnation().number() > 0) {
      return losses.isBack(witness) ? !isLate(to) : to == witness;
    }
    boolean isDecision = message instanceof Accept || message instanceof Decided;
    return !isDecision || !isLate(to) || !losses.isBack(forgetful);
  }

  private boolean isLate(int replica) {
    return replica == witness || late.contains(replica);
  }
}
