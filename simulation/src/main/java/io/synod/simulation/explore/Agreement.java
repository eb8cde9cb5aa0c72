package io.synod.simulation.explore;

import io.synod.core.cluster.View;
import io.synod.simulation.check.Violation;
import java.util.Arrays;

/**
 * The invariants of all replicas in one state: in each slot and view all votes are for one batch.
 * Once a batch has the durable votes of a quorum, no vote in a later view is for another one
 * (Lamport, Paxos Made Simple, P2b). A batch that a replica treats as decided has a quorum of
 * durable votes. Each slot has votes of the members of its membership only, and a replica that has
 * entered a membership, or has durably promised a view of it, knows every slot before to be decided
 * (docs/membership.md, rules 2 and 3).
 */
final class Agreement {
  private static final int BATCH_BITS = 16;
  private static final int LEADER_BITS = 8;
  private static final int ROUND_BITS = 16;
  private static final long BATCH_MASK = (1 << BATCH_BITS) - 1;
  private static final int MEMBERSHIP_BITS = ROUND_BITS / 2;
  private static final int MEMBERSHIP_SHIFT =
      BATCH_BITS + LEADER_BITS + ROUND_BITS - MEMBERSHIP_BITS;
  private static final int SLOT_SHIFT = BATCH_BITS + LEADER_BITS + ROUND_BITS;
  private static final int SLOTS = 64;

  // Where no change is chosen the first membership does not end.
  private static final long NEVER = Long.MAX_VALUE;

  private final Model model;
  private final int quorum;
  private final long[] chosen = new long[SLOTS];

  Agreement(Model model) {
    this.model = model;
    quorum = model.quorums().phase2();
  }

  static long vote(long slot, View view, int batch) {
    long membership = view.membership();
    long within = view.round() - View.first(membership).round();
    long round = membership << ROUND_BITS - MEMBERSHIP_BITS | within;
    return ((slot << ROUND_BITS | round) << LEADER_BITS | view.leader()) << BATCH_BITS | batch;
  }

  static long claim(long slot, int batch) {
    return slot << BATCH_BITS | batch;
  }

  /** The slot of a claim. */
  static long slot(long claim) {
    return claim >>> BATCH_BITS;
  }

  private static long membership(long vote) {
    return vote >>> MEMBERSHIP_SHIFT & (1 << MEMBERSHIP_BITS) - 1;
  }

  /**
   * @param states of all replicas
   */
  void check(LocalState[] states) {
    Arrays.fill(chosen, -1);
    for (int replica = 0; replica < states.length; replica++) {
      for (long vote : states[replica].votes()) {
        count(states, replica, vote);
      }
    }
    checkMemberships(states);
    for (int replica = 0; replica < states.length; replica++) {
      for (long claim : states[replica].claims()) {
        int slot = (int) (claim >>> BATCH_BITS);
        if (chosen[slot] != (claim & BATCH_MASK)) {
          throw new Violation(
              "replica %d treats %s as decided in slot %d, where %s has a quorum of %d durable votes",
              replica, name(claim & BATCH_MASK), slot, name(chosen[slot]), quorum);
        }
      }
    }
  }

  private void checkMemberships(LocalState[] states) {
    long begins = beginsNext();
    for (int replica = 0; replica < states.length; replica++) {
      LocalState state = states[replica];
      for (long vote : state.votes()) {
        checkMembership(replica, vote, begins);
      }
      boolean isOver = state.decided() >= begins;
      boolean isNext = state.membership() > 0 && state.begins() == begins;
      if (isOver ? !isNext : state.membership() > 0) {
        throw new Violation(
            "replica %d knows slots to be decided up to %d and is in membership %d, which begins at"
                + " slot %d; the next one begins at slot %d",
            replica, state.decided(), state.membership(), state.begins(), begins);
      }
      boolean promises = MessageSummary.membership(state.durablePromised()) > 0;
      if (promises && state.durableDecided() < begins) {
        throw new Violation(
            "the disk of replica %d says that it has promised a view of the next membership, and"
                + " that slots are decided up to %d; it begins at slot %d",
            replica, state.durableDecided(), begins);
      }
    }
  }

  private void checkMembership(int replica, long vote, long begins) {
    long slot = vote >>> SLOT_SHIFT;
    boolean isNext = membership(vote) > 0;
    if (isNext != slot >= begins || !model.members(membership(vote)).contains(replica)) {
      throw new Violation(
          "replica %d votes in slot %d in membership %d, whose members are %s; the next one begins"
              + " at slot %d",
          replica, slot, membership(vote), model.members(membership(vote)), begins);
    }
  }

  /** The first slot of the next membership; {@link #NEVER} while no change is chosen. */
  private long beginsNext() {
    for (int slot = 0; slot < SLOTS && chosen[slot] >= 0; slot++) {
      if (model.isChange((int) chosen[slot])) {
        return slot + (long) model.bound().alpha();
      }
    }
    return NEVER;
  }

  private void count(LocalState[] states, int first, long vote) {
    int voters = 1;
    for (int other = first + 1; other < states.length; other++) {
      for (long theirs : states[other].votes()) {
        voters += theirs == vote ? 1 : 0;
        if (theirs != vote && theirs >>> BATCH_BITS == vote >>> BATCH_BITS) {
          throw new Violation(
              "in slot %d replica %d votes for %s and replica %d in the same view for %s",
              vote >>> SLOT_SHIFT,
              first,
              name(vote & BATCH_MASK),
              other,
              name(theirs & BATCH_MASK));
        }
      }
    }
    if (voters >= quorum) {
      choose(states, (int) (vote >>> SLOT_SHIFT), vote);
    }
  }

  private void choose(LocalState[] states, int slot, long vote) {
    long batch = vote & BATCH_MASK;
    chosen[slot] = batch;
    for (int replica = 0; replica < states.length; replica++) {
      for (long later : states[replica].votes()) {
        boolean contradicts = later >>> SLOT_SHIFT == slot && (later & BATCH_MASK) != batch;
        if (contradicts && later > vote) {
          throw new Violation(
              "slot %d: %s has a quorum of %d durable votes, and replica %d votes in a later view"
                  + " for %s",
              slot, name(batch), quorum, replica, name(later & BATCH_MASK));
        }
      }
    }
  }

  private static String name(long batch) {
    if (batch < 0) {
      return "nothing";
    }
    return batch == 0 ? "a no-op" : "request " + batch;
  }
}
