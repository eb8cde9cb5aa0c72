package io.synod.core.acceptor;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Accepted;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.message.Vote;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * The acceptor of Paxos Made Simple, section 2.2, word by word and slot by slot, with nothing of
 * the real one in it. Replica 0.
 */
final class ReferenceAcceptor {
  static final Incarnations INCARNATIONS = Settings.incarnations(3);

  private final View[] votedView = new View[2];
  private final Batch[] votedBatch = new Batch[2];
  private final boolean[] decided = new boolean[2];
  private final boolean[] damaged = new boolean[2];
  private View promised = new View(0, 0);
  private boolean full;

  /** It has voted in {@code slot}, and does not know for what any more; before anything else. */
  void damage(int slot, View view) {
    damaged[slot] = true;
    promised = view;
  }

  /** There is no space to remember anything more, or there is again. */
  void full(boolean isFull) {
    full = isFull;
  }

  /** It learns the decision. */
  void decide(int slot, Batch batch) {
    decided[slot] = true;
    damaged[slot] = false;
    votedBatch[slot] = batch;
  }

  /** Phase 1b. An acceptor that cannot keep the promise or report all votes promises nothing. */
  List<Effect> prepare(View view) {
    List<Effect> effects = new ArrayList<>(2);
    if (view.compareTo(promised) < 0) {
      effects.add(answer(view, new Reject(view, promised)));
      return effects;
    }
    if (full || damaged[0] || damaged[1]) {
      return effects;
    }
    promise(view, effects);
    List<Vote> votes = new ArrayList<>(2);
    int end = 0;
    for (int slot = 0; slot < 2; slot++) {
      if (votedBatch[slot] != null) {
        View voted = votedView[slot] == null ? View.NONE : votedView[slot];
        votes.add(new Vote(slot, voted, decided[slot], votedBatch[slot]));
        end = slot + 1;
      }
    }
    effects.add(answer(view, new Promise(view, 0, end, end, votes, INCARNATIONS)));
    return effects;
  }

  /** Phase 2b; null if the leader of {@code view} contradicts itself, which no leader does. */
  List<Effect> accept(View view, int slot, Batch batch) {
    List<Effect> effects = new ArrayList<>(3);
    if (view.compareTo(promised) < 0) {
      effects.add(answer(view, new Reject(view, promised)));
      return effects;
    }
    if (full) {
      return effects;
    }
    promise(view, effects);
    if (damaged[slot] || decided[slot] && !batch.equals(votedBatch[slot])) {
      return effects;
    }
    boolean again = view.equals(votedView[slot]);
    if (again && !batch.equals(votedBatch[slot])) {
      return null;
    }
    if (!again) {
      votedView[slot] = view;
      votedBatch[slot] = batch;
      effects.add(new Effect.Stored(new JournalRecord.Voted(view, slot, batch)));
    }
    effects.add(answer(view, new Accepted(view, slot, ReplicaSet.of(0))));
    return effects;
  }

  private void promise(View view, List<Effect> effects) {
    if (!view.equals(promised)) {
      promised = view;
      effects.add(new Effect.Stored(new JournalRecord.Promised(view)));
    }
  }

  private static Effect answer(View view, Message message) {
    return new Effect.Sent(ReplicaSet.of(view.leader()), message, true);
  }
}
