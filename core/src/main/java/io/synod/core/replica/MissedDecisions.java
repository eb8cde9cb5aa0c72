package io.synod.core.replica;

import io.synod.core.catchup.CatchUps;
import io.synod.core.command.Batch;
import io.synod.core.message.Decided;
import io.synod.core.message.Vote;
import io.synod.core.snapshot.SnapshotFetch;
import io.synod.core.time.Deadline;
import io.synod.core.time.Timeouts;
import java.util.List;

/** Fetches decisions that a replica has missed: from a peer's log, or as a peer's snapshot. */
final class MissedDecisions {
  private final Step step;
  private final CurrentRole role;
  private final Slots slots;
  private final CatchUps catchUps;
  private final SnapshotFetch fetch;
  private final Decisions decisions;
  private final Timeouts timeouts;
  private final long patienceNanos;

  /**
   * Fetches a snapshot of another replica, which may have passed the request by then. Runs: while
   * this one {@link #isStuck}.
   */
  private final Deadline retry = new Deadline();

  // The end of what was decided here at the last progress, and when that was. It is progress too if
  // no peer knows more.
  private long progressEnd;
  private long progressNanos;

  /**
   * @param patienceNanos from a snapshot that was of no use to the next one
   */
  MissedDecisions(
      Step step,
      CurrentRole role,
      Slots slots,
      CatchUps catchUps,
      SnapshotFetch fetch,
      Decisions decisions,
      Timeouts timeouts,
      long patienceNanos) {
    this.step = step;
    this.role = role;
    this.slots = slots;
    this.catchUps = catchUps;
    this.fetch = fetch;
    this.decisions = decisions;
    this.timeouts = timeouts;
    this.patienceNanos = patienceNanos;
  }

  /** At the end of each step. */
  void update() {
    if (slots.log().decided() != progressEnd || !catchUps.isBehind()) {
      progressEnd = slots.log().decided();
      progressNanos = step.now();
    }
    catchUps.update(freeSlots(), step.now(), step.out());
    catchUps.onDeadline(step.now(), step.out());
    int keeper = catchUps.snapshotPeer();
    if (keeper != CatchUps.NOBODY && freeSlots() > 0 && !fetch.isPausing(step.now())) {
      fetch(keeper, SnapshotFetch.NEWEST);
      catchUps.onFetching();
    } else if (!isStuck()) {
      retry.clear();
    } else if (!retry.isSet()) {
      retry.set(step.now() + patienceNanos);
    } else if (retry.hasPassed(step.now())) {
      retry.clear();
      fetch(catchUps.nextSnapshotPeer(), slots.log().decided() + 1);
    }
    fetch.onDeadline(step.now(), step.out());
  }

  private void fetch(int from, long end) {
    fetch.begin(from, slots.log().decided(), end, step.now(), step.out());
  }

  long nextWakeUpNanos() {
    return retry.atNanos();
  }

  /**
   * Whether the service waits until a request is skipped, no slot is free, and others have decided
   * more. Their backlogs are larger, and the slot that skips the request may be one that this
   * replica cannot keep.
   */
  private boolean isStuck() {
    boolean isHalted = keepsDecisions() && slots.learner().hasHalted();
    return isHalted && freeSlots() == 0 && catchUps.isBehind();
  }

  /**
   * Whether others have decided more, and this replica has learned none of it for an election
   * timeout: its service or its disk hangs, its disk is full, or it fetches a snapshot.
   */
  boolean isAtStandstill() {
    return catchUps.isBehind() && step.now() - progressNanos > timeouts.electionNanos();
  }

  /** Why this replica could decide nothing before it has what it missed; null if it could. */
  String obstacle() {
    if (fetch.isActive() || slots.learner().isRestoring()) {
      return "a snapshot is being fetched";
    }
    if (catchUps.isBehind() && fetch.isPausing(step.now())) {
      return "a snapshot that it needs could not be stored";
    }
    return isStuck()
        ? "its service has halted, and others have decided more than it can keep"
        : null;
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
    return keepsDecisions() ? Math.max(0, slots.learner().limit() - slots.log().decided()) : 0;
  }

  private boolean keepsDecisions() {
    return role.state().learns()
        && !slots.acceptor().isFull()
        && !fetch.isActive()
        && !slots.learner().isRestoring();
  }
}
