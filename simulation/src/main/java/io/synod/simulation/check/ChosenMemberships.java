package io.synod.simulation.check;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.membership.ChangeEntry;
import io.synod.core.membership.Membership;
import io.synod.core.message.Accept;
import io.synod.core.message.Vote;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The memberships that replicas have entered. All replicas agree on each of them, and its members
 * alone decide its slots.
 */
final class ChosenMemberships {
  private final TreeMap<Long, Membership> byNumber = new TreeMap<>();

  // The one that was last asked for, and its quorums: every step of a replica asks.
  private Membership asked;
  private Quorums quorums;

  // Otherwise a restarted replica joins anew.
  private final boolean votesAreKept;

  // Of each replica.
  private final long[] ends;

  // Slots that a leader may open between a change and its first slot; 0 before the first change.
  private int fenceSlots;

  /**
   * @param places one for each number of a replica or learner
   * @param votesAreKept whether a restarted replica has its votes
   */
  ChosenMemberships(int places, Membership first, boolean votesAreKept) {
    this.votesAreKept = votesAreKept;
    ends = new long[places];
    byNumber.put(first.number(), first);
  }

  /** {@code replica} has entered {@code membership}, or begins in it. */
  void entered(int replica, Membership membership) {
    Membership known = byNumber.putIfAbsent(membership.number(), membership);
    if (known != null && !known.equals(membership)) {
      throw new Violation(
          "replica %d enters %s, others have entered %s", replica, membership, known);
    }
    Membership before = byNumber.get(membership.number() - 1);
    if (before != null && membership.first() <= before.first()) {
      throw new Violation("membership %s begins before %s", membership, before);
    }
  }

  /** A leader proposes. */
  void proposes(Accept message) {
    if (ChangeEntry.is(message.batch())) {
      fenceSlots = Math.max(fenceSlots, of(message.view()).alpha());
    }
  }

  /** The most slots that may be open or kept beside the window and the backlog. */
  int fenceSlots() {
    return fenceSlots;
  }

  Quorums quorums(View view) {
    Membership membership = of(view);
    if (membership != asked) {
      asked = membership;
      quorums = membership.quorums();
    }
    return quorums;
  }

  ReplicaSet members(View view) {
    return quorums(view).members();
  }

  /** Of the membership of {@code view}: slots that may be open beyond those that are decided. */
  int alpha(View view) {
    return of(view).alpha();
  }

  /** The one of this number; null if no replica has entered it. */
  Membership of(long number) {
    return byNumber.get(number);
  }

  /** The newest one. */
  Membership latest() {
    return byNumber.lastEntry().getValue();
  }

  /** A member votes in a slot of the membership of its view. */
  void checkVote(int replica, View view, long slot) {
    if (!members(view).contains(replica)) {
      throw new Violation(
          "replica %d votes in view %s, whose members are %s", replica, view, members(view));
    }
    Membership next = byNumber.get(view.membership() + 1);
    if (slot < of(view).first() || next != null && slot >= next.first()) {
      throw new Violation(
          "replica %d votes in slot %d in view %s, whose membership is %s",
          replica, slot, view, of(view));
    }
  }

  /**
   * A process of {@code replica} begins: its disk may have less than the one before has written.
   *
   * @param known what it knows of a slot
   */
  void begins(int replica, Beginning beginning, LongFunction<Vote> known) {
    long end = beginning.snapshotEnd();
    while (isDecided(known.apply(end))) {
      end++;
    }
    ends[replica] = end;
    // A damaged slot ends what it knows, in whichever membership it has promised.
    if (beginning.memory() == Beginning.Memory.WHOLE && beginning.damaged().isEmpty()) {
      checkPromise(replica, beginning.promised());
    }
  }

  private static boolean isDecided(Vote vote) {
    return vote != null && vote.decided();
  }

  /** What {@code replica} keeps on its disk says that every slot before {@code end} is decided. */
  void keeps(int replica, long end) {
    ends[replica] = Math.max(ends[replica], end);
  }

  /**
   * {@code replica} promises a view. A durable promise implies a durable end of the membership
   * before: otherwise a restarted replica would be a member without knowing the slots before it,
   * unless it joins anew.
   */
  void checkPromise(int replica, View view) {
    if (votesAreKept && ends[replica] < of(view).first()) {
      throw new Violation(
          "replica %d promises %s, and its disk says that slots are decided up to %d of %d",
          replica, view, ends[replica], of(view).first());
    }
  }

  /** That of {@code view}. */
  Membership of(View view) {
    Membership membership = byNumber.get(view.membership());
    if (membership == null) {
      throw new Violation("no replica has entered the membership of view %s", view);
    }
    return membership;
  }
}
