package io.synod.simulation.cores;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import java.util.SplittableRandom;

/**
 * A leader has proposed slots to one other replica only when a next one is elected that does not
 * know them. The one that has voted there promises the candidate's view, in parts if these are
 * small, and forgets the promise before the candidate has all of it. Joined again, it votes in one
 * of these slots for what the next leader proposes.
 */
final class ForgottenPart extends HiddenCandidate {
  private static final int VOTES = 2;

  private final int first;
  private final int lateCount;
  private final ReplicaSet island;
  private final int forgetful;
  private Stage stage = Stage.VOTES;
  private long voted = -1;
  private int votes;
  private int next;
  private ReplicaSet late;
  private long asked;

  private enum Stage {
    /** The first leader's proposals reach one other replica. */
    VOTES,
    /** The others elect the next one. */
    ELECTION,
    /** All follow that one; somebody becomes a candidate. */
    CANDIDATE,
    /** The candidate is hidden. */
    HIDDEN,
    /** The one that has forgotten its promise has voted again. */
    VOTED_AGAIN
  }

  ForgottenPart(LossFaults losses, SplittableRandom random, Quorums quorums, int leader) {
    super(losses, random, quorums.replicas());
    first = leader;
    lateCount = quorums.phase1() - 2;
    forgetful = some(ReplicaSet.all(quorums.replicas()).without(ReplicaSet.of(leader)), 1).first();
    island = ReplicaSet.of(first).with(forgetful);
  }

  @Override
  boolean isAwaited() {
    return stage == Stage.CANDIDATE;
  }

  @Override
  boolean mayPrepare(int replica) {
    return replica != next && replica != forgetful;
  }

  @Override
  boolean passesBefore(int from, int to, Message message) {
    if (stage == Stage.VOTES) {
      countVotes(from, to, message);
      return !(message instanceof Accept) || island.contains(to);
    }
    if (stage == Stage.ELECTION) {
      if (message instanceof Heartbeat && !island.contains(from)) {
        next = from;
        stage = Stage.CANDIDATE;
        losses.disconnectSoon(next);
      }
      return island.contains(from) == island.contains(to);
    }
    return true;
  }

  private void countVotes(int from, int to, Message message) {
    if (from == forgetful
        && to == first
        && message instanceof Accepted accepted
        && accepted.end() - 1 > voted) {
      voted = accepted.end() - 1;
      votes++;
      if (votes == VOTES) {
        stage = Stage.ELECTION;
        losses.keepClientsQuiet(true);
        losses.disconnect(first);
      }
    }
  }

  @Override
  void hides(ReplicaSet others) {
    stage = Stage.HIDDEN;
    late = some(others.without(ReplicaSet.of(next).with(forgetful)), lateCount);
    asked = Long.MAX_VALUE;
  }

  @Override
  boolean passesHidden(int peer, Message message) {
    if (stage == Stage.VOTED_AGAIN) {
      return peer == forgetful || late.contains(peer);
    }
    if (peer != forgetful || losses.hasLost(forgetful)) {
      return false;
    }
    if (message instanceof Promise promise && promise.end() >= promise.logEnd()) {
      losses.loseSoon(forgetful);
    }
    if (message instanceof Prepare prepare) {
      asked = Math.min(asked, prepare.first());
      if (prepare.first() > asked) {
        losses.loseSoon(forgetful);
        return false;
      }
    }
    return true;
  }

  @Override
  boolean passesBeside(int from, int to, Message message) {
    if (!losses.isBack(forgetful)) {
      return true;
    }
    losses.keepClientsQuiet(false);
    if (from == forgetful && message instanceof Accepted) {
      stage = Stage.VOTED_AGAIN;
    }
    boolean isDecision = message instanceof Accept || message instanceof Decided;
    return !isDecision || !late.contains(to);
  }
}
