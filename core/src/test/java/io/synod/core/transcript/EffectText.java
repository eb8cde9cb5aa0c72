package io.synod.core.transcript;

import io.synod.core.cluster.View;
import io.synod.core.effect.Fact;
import io.synod.core.effect.Persisted;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import java.util.Locale;

/** What a replica does, but for its messages, in words; null if it is not worth a line. */
final class EffectText {
  private EffectText() {}

  static String of(Effect effect) {
    if (effect instanceof Effect.Delivered delivered) {
      return "executes slot %d [%s]".formatted(delivered.slot(), Batches.text(delivered.batch()));
    }
    if (effect instanceof Effect.Asked asked) {
      return asked.what().startsWith("store ") || asked.what().startsWith("send ")
          ? null
          : asked.what();
    }
    if (effect instanceof Effect.Observed observed) {
      return fact(observed.fact());
    }
    return effect instanceof Effect.ReadServed ? effect.toString() : null;
  }

  static String of(Persisted persisted) {
    if (persisted instanceof Persisted.Promised promise) {
      return "promises view " + promise.view();
    }
    if (persisted instanceof Persisted.Voted vote) {
      return "votes view %s slot %d [%s]"
          .formatted(vote.view(), vote.slot(), Batches.text(vote.batch()));
    }
    if (persisted instanceof Persisted.Learnt learnt) {
      return "learns slot %d [%s]".formatted(learnt.slot(), Batches.text(learnt.batch()));
    }
    if (persisted instanceof Persisted.Joined joined) {
      String standing = joined.standing().name().toLowerCase(Locale.ROOT);
      return "is %s, %s".formatted(standing, TranscriptText.epochs(joined.roster()));
    }
    return "knows decided before " + ((Persisted.DecidedUpTo) persisted).end();
  }

  private static String fact(Fact fact) {
    if (fact instanceof Fact.Following following) {
      return following.view().equals(View.NONE) ? null : "follows view " + following.view();
    }
    if (fact instanceof Fact.PreVoting preVoting) {
      return "pre-votes for view " + preVoting.view();
    }
    if (fact instanceof Fact.Preparing preparing) {
      return "is candidate in view " + preparing.view();
    }
    if (fact instanceof Fact.Leading leading) {
      return "leads view %s, slots taken over: %d".formatted(leading.view(), leading.takenOver());
    }
    if (fact instanceof Fact.SteppedDown down) {
      return "gives up view %s: %s".formatted(down.view(), down.reason());
    }
    if (fact instanceof Fact.DecidedUpTo decided) {
      return "knows decided before " + decided.decided();
    }
    if (fact instanceof Fact.Retransmitted resent) {
      return "sends again, slots: " + resent.slots();
    }
    if (fact instanceof Fact.Ignored ignored) {
      return "ignores %s: %s".formatted(ignored.message().getSimpleName(), ignored.reason());
    }
    return recovery(fact);
  }

  private static String recovery(Fact fact) {
    if (fact instanceof Fact.Joining joining) {
      return "joins, %s, epoch %d"
          .formatted(joining.standing().name().toLowerCase(Locale.ROOT), joining.as().epoch());
    }
    if (fact instanceof Fact.MemoryLost lost) {
      return "has forgotten epoch %d, says %d".formatted(lost.known().epoch(), lost.toldBy());
    }
    if (fact instanceof Fact.Replaced replaced) {
      return "was replaced in epoch %d, says %d"
          .formatted(replaced.known().epoch(), replaced.toldBy());
    }
    if (fact instanceof Fact.Joined joined) {
      return "takes part, epoch " + joined.as().epoch();
    }
    if (fact instanceof Fact.PeerJoins peer) {
      return "notes epoch %d of %d".formatted(peer.as().epoch(), peer.replica());
    }
    if (fact instanceof Fact.FetchingSnapshot fetching) {
      return "fetches a snapshot of %d, slot %d is missing"
          .formatted(fetching.peer(), fetching.missing());
    }
    if (fact instanceof Fact.SnapshotFetched fetched) {
      return "has the snapshot before slot " + fetched.end();
    }
    return fact instanceof Fact.Repaired || fact instanceof Fact.StorageFull ? "" + fact : null;
  }
}
