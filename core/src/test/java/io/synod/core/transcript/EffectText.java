package io.synod.core.transcript;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
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
      return record(observed.event());
    }
    return effect instanceof Effect.ReadServed ? effect.toString() : null;
  }

  private static String record(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Following following) {
      return following.view().equals(View.NONE) ? null : "follows view " + following.view();
    }
    if (event instanceof ProtocolEvent.PreVoting preVoting) {
      return "pre-votes for view " + preVoting.view();
    }
    if (event instanceof ProtocolEvent.Preparing preparing) {
      return "is candidate in view " + preparing.view();
    }
    if (event instanceof ProtocolEvent.Leading leading) {
      return "leads view %s, slots taken over: %d".formatted(leading.view(), leading.takenOver());
    }
    if (event instanceof ProtocolEvent.SteppedDown down) {
      return "gives up view %s: %s".formatted(down.view(), down.reason());
    }
    if (event instanceof ProtocolEvent.DecidedUpTo decided) {
      return "knows decided before " + decided.decided();
    }
    if (event instanceof ProtocolEvent.Retransmitted resent) {
      return "sends again, slots: " + resent.slots();
    }
    if (event instanceof ProtocolEvent.Ignored ignored) {
      return "ignores %s: %s".formatted(ignored.message().getSimpleName(), ignored.reason());
    }
    return recovery(event);
  }

  private static String recovery(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Joining joining) {
      return "joins, %s, incarnation %d"
          .formatted(joining.status().name().toLowerCase(Locale.ROOT), joining.as().number());
    }
    if (event instanceof ProtocolEvent.DurableStateLost lost) {
      return "has forgotten incarnation %d, says %d"
          .formatted(lost.known().number(), lost.reportedBy());
    }
    if (event instanceof ProtocolEvent.OtherOrigin other) {
      return "is of %s and %d of %s".formatted(other.own(), other.peer(), other.ofPeer());
    }
    if (event instanceof ProtocolEvent.StateDiffers differs) {
      return "differs from %d in %d to %d"
          .formatted(differs.other(), differs.first(), differs.last());
    }
    if (event instanceof ProtocolEvent.Replaced replaced) {
      return "was replaced in incarnation %d, says %d"
          .formatted(replaced.known().number(), replaced.reportedBy());
    }
    if (event instanceof ProtocolEvent.Joined joined) {
      return "is a member, incarnation " + joined.as().number();
    }
    if (event instanceof ProtocolEvent.PeerJoins peer) {
      return "notes incarnation %d of %d".formatted(peer.as().number(), peer.replica());
    }
    if (event instanceof ProtocolEvent.FetchingSnapshot fetching) {
      return "fetches a snapshot of %d, slot %d is missing"
          .formatted(fetching.peer(), fetching.missing());
    }
    if (event instanceof ProtocolEvent.SnapshotFetched fetched) {
      return "has the snapshot before slot " + fetched.end();
    }
    return event instanceof ProtocolEvent.Repaired || event instanceof ProtocolEvent.StorageFull
        ? "" + event
        : null;
  }
}
