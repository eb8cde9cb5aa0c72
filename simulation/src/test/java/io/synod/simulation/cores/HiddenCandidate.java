package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.simulation.scheduler.ReplicaDraw;
import java.util.SplittableRandom;

/**
 * A candidate that one other replica alone knows. That one promises, forgets its promise, and joins
 * again with those that do not know the candidate. Some of these promise too in the end, so that
 * the candidate would lead if what was forgotten counted. The leader decides without them.
 */
abstract class HiddenCandidate implements Links.Gate {
  private static final int NOBODY = -1;

  final LossFaults losses;
  final SplittableRandom random;
  private final int everyone;
  private int candidate = NOBODY;
  private View view;

  HiddenCandidate(LossFaults losses, SplittableRandom random, int everyone) {
    this.losses = losses;
    this.random = random;
    this.everyone = everyone;
  }

  @Override
  public final boolean passes(int from, int to, Message message) {
    if (candidate == NOBODY) {
      if (!isAwaited() || !(message instanceof Prepare prepare) || !mayPrepare(from)) {
        return passesBefore(from, to, message);
      }
      candidate = from;
      view = prepare.view();
      hides(ReplicaSet.all(everyone).without(ReplicaSet.of(candidate)));
    }
    if (losses.leads(candidate, view)) {
      return true;
    }
    if (from == candidate || to == candidate) {
      int peer = from == candidate ? to : from;
      boolean isPhase1 = message instanceof Prepare || message instanceof Promise;
      return isPhase1 && passesHidden(peer, message);
    }
    boolean isElection = message instanceof PreVote || message instanceof Prepare;
    return !isElection && passesBeside(from, to, message);
  }

  /** Whether the next one that prepares a view is to be hidden. */
  abstract boolean isAwaited();

  abstract boolean mayPrepare(int replica);

  /** While there is no candidate. */
  boolean passesBefore(int from, int to, Message message) {
    return true;
  }

  /** There is a candidate, beside these. */
  abstract void hides(ReplicaSet others);

  /** A message of Phase 1 between the candidate and {@code peer}. */
  abstract boolean passesHidden(int peer, Message message);

  /** A message between others than the candidate. */
  abstract boolean passesBeside(int from, int to, Message message);

  /** {@code count} of {@code replicas}, drawn at random. */
  final ReplicaSet some(ReplicaSet replicas, int count) {
    return ReplicaDraw.some(replicas, count, random);
  }
}
