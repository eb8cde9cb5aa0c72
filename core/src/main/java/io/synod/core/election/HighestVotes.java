package io.synod.core.election;

import io.synod.core.message.Vote;
import java.util.Arrays;

/**
 * What several acceptors have accepted: for each slot the vote of the highest view; a decision
 * replaces any vote (Lamport, Paxos Made Simple, P2c). One thread.
 */
public final class HighestVotes {
  private final long first;
  private Vote[] votes = new Vote[16];
  private long end;

  /**
   * @param first no vote of an earlier slot is added
   */
  public HighestVotes(long first) {
    this.first = first;
    end = first;
  }

  /** Takes what an acceptor has accepted in one slot. */
  public void add(Vote vote) {
    int index = index(vote.slot());
    if (index >= votes.length) {
      votes = Arrays.copyOf(votes, Math.max(index + 1, 2 * votes.length));
    }
    end = Math.max(end, vote.slot() + 1);
    Vote known = votes[index];
    if (known == null || !known.decided() && outranks(vote, known)) {
      votes[index] = vote;
    }
  }

  /** The first slot behind all votes. */
  public long end() {
    return end;
  }

  /** The vote that counts in {@code slot}; null if none was added. */
  public Vote at(long slot) {
    return slot < end ? votes[index(slot)] : null;
  }

  /** Those of all slots from {@code slot} to {@link #end}; null where none was added. */
  public Vote[] from(long slot) {
    return slot >= end ? new Vote[0] : Arrays.copyOfRange(votes, index(slot), index(end));
  }

  private static boolean outranks(Vote vote, Vote known) {
    return vote.decided() || vote.view().isAfter(known.view());
  }

  private int index(long slot) {
    return (int) (slot - first);
  }
}
