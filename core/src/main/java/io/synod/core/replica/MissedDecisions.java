package io.synod.core.replica;

import io.synod.core.catchup.CatchUps;
import io.synod.core.command.Batch;
import io.synod.core.message.Decided;
import io.synod.core.message.Vote;
import io.synod.core.snapshot.SnapshotFetch;
import java.util.List;

/** Fetches decisions that a replica has missed: from a peer's log, or as a peer's snapshot. */
final class MissedDecisions {
  private final Step step;
  private final CurrentRole role;
  private final Slots slots;
  private final CatchUps catchUps;
  private final SnapshotFetch fetch;
  private final Decisions decisions;

  MissedDecisions(
      Step step,
      CurrentRole role,
      Slots slots,
      CatchUps catchUps,
      SnapshotFetch fetch,
      Decisions decisions) {
    this.step = step;
    this.role = role;
    this.slots = slots;
    this.catchUps = catchUps;
    this.fetch = fetch;
    this.decisions = decisions;
  }

  /** At the end of each step. */
  void update() {
    catchUps.update(freeSlots(), step.now(), step.out());
    catchUps.onDeadline(step.now(), step.out());
    int keeper = catchUps.snapshotPeer();
    if (keeper != CatchUps.NOBODY && freeSlots() > 0) {
      fetch.begin(keeper, slots.log().decided(), step.now(), step.out());
      catchUps.onFetching();
    }
    fetch.onDeadline(step.now(), step.out());
  }

  void onDecided(int from, Decided message) {
    catchUps.onPeerDecided(from, message.decided());
    if (message.first() > slots.log().decided()) {
      catchUps.onCut(from, step.now());
    } else if (catchUps.isUseful(message) && freeSlots() > 0) {
      learn(message);
      catchUps.onLearnt(from, freeSlots(), step.now(), step.out());
    } else {
      step.ignore(message, "nothing new");
    }
  }

  private void learn(Decided message) {
    long slot = message.first();
    for (Batch batch : message.batches()) {
      learn(slot, batch);
      slot++;
    }
  }

  private void learn(long slot, Batch batch) {
    if (slot < slots.learner().limit()) {
      decisions.decide(slot, batch);
    }
  }

  /**
   * A part of what a peer has accepted, which it sends to a candidate. If another replica becomes a
   * candidate before all parts are there, the next attempt asks for less.
   */
  void onPart(List<Vote> votes) {
    for (Vote vote : votes) {
      if (vote.decided() && vote.slot() == slots.log().decided() && freeSlots() > 0) {
        learn(vote.slot(), vote.batch());
      }
    }
  }

  /** How many more decisions could be kept. */
  private long freeSlots() {
    boolean keeps =
        role.state().learns()
            && !slots.acceptor().isFull()
            && !fetch.isActive()
            && !slots.learner().isRestoring();
    return keeps ? Math.max(0, slots.learner().limit() - slots.log().decided()) : 0;
  }
}
