package io.synod.core.election;

import io.synod.core.message.Vote;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What several acceptors have accepted: for each slot the vote of the highest view; a decision
 * replaces any vote (Lamport, Paxos Made Simple, P2c). One thread.
 */
public final class HighestVotes {
  private final NavigableMap<Long, Vote> votes = new TreeMap<>();
  private long end;

  /**
   * @param first no vote of an earlier slot is added
   */
  public HighestVotes(long first) {
    end = first;
  }

  /** Takes what an acceptor has accepted in one slot. */
  public void add(Vote vote) {
    end = Math.max(end, vote.slot() + 1);
    Vote known = votes.get(vote.slot());
    if (known == null || !known.decided() && outranks(vote, known)) {
      votes.put(vote.slot(), vote);
    }
  }

  /** The vote that counts in {@code slot}; null if none was added. */
  public Vote at(long slot) {
    return votes.get(slot);
  }

  /** How many slots from {@code slot} on have one. */
  public int count(long slot) {
    return votes.tailMap(slot).size();
  }

  /** Those of all slots from {@code slot} to the last vote; null where none was added. */
  public Vote[] from(long slot) {
    Vote[] all = new Vote[(int) Math.max(0, end - slot)];
    votes.tailMap(slot).forEach((at, vote) -> all[(int) (at - slot)] = vote);
    return all;
  }

  private static boolean outranks(Vote vote, Vote known) {
    return vote.decided() || vote.view().isAfter(known.view());
  }
}
