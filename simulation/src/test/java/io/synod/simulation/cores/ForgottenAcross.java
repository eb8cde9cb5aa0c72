package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.simulation.scheduler.ReplicaDraw;
import java.util.SplittableRandom;

/**
 * A leader ends a membership, and one other replica enters the next one with it. That one promises
 * the leader's view there and forgets it. It announces itself in both memberships, one after the
 * other. The witness receives the first announcement when it has entered the next membership, and
 * its answer arrives behind the second announcement. Another leader decides slots with the one that
 * has forgotten its promise. In the end the witness promises the first leader's view.
 */
final class ForgottenAcross implements Links.Gate {
  private final LossFaults losses;
  private final int everyone;
  private final int first;
  private final int next;
  private final int forgetful;
  private final int witness;
  private final long membership;

  // The last message of the first leader to each other replica that says what is decided.
  private final Message[] news;
  private boolean isAnnounced;

  // Of the witness to the first announcement; null until it was sent.
  private JoinReply answer;
  private boolean isAnswered;
  private boolean hasVoted;

  /**
   * Has the leader end the membership.
   *
   * @param leader not the lowest of the replicas, of which there are at least four: the view of the
   *     next leader, in its first round, must be lower
   */
  ForgottenAcross(LossFaults losses, SplittableRandom random, int everyone, int leader) {
    this.losses = losses;
    this.everyone = everyone;
    first = leader;
    next = random.nextInt(leader);
    ReplicaSet left = ReplicaSet.all(everyone).without(ReplicaSet.of(first).with(next));
    forgetful = ReplicaDraw.some(left, 1, random).first();
    left = left.without(ReplicaSet.of(forgetful));
    witness = ReplicaDraw.some(left, 1, random).first();
    membership = losses.membership(first);
    news = new Message[everyone];
    losses.change(first);
  }

  @Override
  public boolean passes(int from, int to, Message message) {
    if (losses.leadsIn(first, membership + 1)) {
      return true;
    }
    if (!losses.hasLost(forgetful)) {
      return passesBefore(from, to, message);
    }
    losses.keepClientsQuiet(!losses.isBack(forgetful));
    if (from == first || to == first) {
      int peer = from == first ? to : from;
      boolean isPhase1 = message instanceof Prepare || message instanceof Promise;
      return isPhase1 && peer == witness && hasVoted;
    }
    if (from == forgetful && message instanceof Join join && join.incarnation().number() > 1) {
      return announces(join, to);
    }
    if (from == witness && to == forgetful && message instanceof JoinReply reply) {
      return answers(reply);
    }
    if (message instanceof PreVote || message instanceof Prepare) {
      return from == next && haveAllEntered();
    }
    return passesAfter(from, to, message);
  }

  /** Only the one that will forget enters the next membership. */
  private boolean passesBefore(int from, int to, Message message) {
    if (from == forgetful
        && to == first
        && message instanceof Promise promise
        && promise.view().membership() > membership) {
      losses.loseSoon(forgetful);
    }
    if (from != first) {
      return !(message instanceof PreVote || message instanceof Prepare);
    }
    if (message instanceof Heartbeat || message instanceof Decided) {
      news[to] = message;
    }
    return to == forgetful || message instanceof Accept;
  }

  private boolean announces(Join join, int to) {
    if (!isAnnounced) {
      isAnnounced = true;
      enterAll();
    }
    if (!haveAllEntered()) {
      return false;
    }
    if (join.membership() > membership) {
      if (answer != null && !isAnswered) {
        isAnswered = true;
        losses.deliverSoon(witness, forgetful, answer);
      }
      return to != witness;
    }
    return answer == null ? to == witness : to != witness;
  }

  /** The others learn that the membership has ended, and that the first leader is gone. */
  private void enterAll() {
    for (int replica = 0; replica < everyone; replica++) {
      if (isOther(replica) && news[replica] != null) {
        losses.deliverSoon(first, replica, news[replica]);
      }
    }
    losses.disconnectSoon(first);
  }

  private boolean answers(JoinReply reply) {
    if (reply.membership() > membership && answer == null) {
      answer = reply;
      return false;
    }
    return true;
  }

  private boolean passesAfter(int from, int to, Message message) {
    if (!losses.isBack(forgetful)) {
      return true;
    }
    hasVoted |= from == forgetful && message instanceof Accepted;
    boolean isDecision = message instanceof Accept || message instanceof Decided;
    return to != witness || !isDecision;
  }

  private boolean haveAllEntered() {
    for (int replica = 0; replica < everyone; replica++) {
      if (isOther(replica) && !losses.isIn(replica, membership + 1)) {
        return false;
      }
    }
    return true;
  }

  private boolean isOther(int replica) {
    return replica != first && replica != forgetful;
  }
}
