package io.synod.core.election;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.Roster;
import io.synod.core.cluster.View;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import java.util.Arrays;

/**
 * Gathers the promises of one Phase 1. A replica has promised once it has told all that it
 * accepted; of each slot the vote of the highest view remains, and a decision before any vote.
 */
public final class PromiseTally {
  private final View view;
  private final long first;
  private final long[] toldEnd;
  private final long[] epochs;
  private Roster known;
  private ReplicaSet complete = ReplicaSet.EMPTY;
  private Vote[] votes = new Vote[16];
  private long end;

  /**
   * @param first the first slot of which the candidate does not know the decision
   * @param known whom the candidate knows
   */
  public PromiseTally(View view, long first, Roster known) {
    this.view = view;
    this.first = first;
    this.end = first;
    this.known = known;
    toldEnd = new long[known.replicas()];
    epochs = new long[known.replicas()];
    Arrays.fill(toldEnd, first);
  }

  public View view() {
    return view;
  }

  /** The first slot of which the candidate does not know the decision. */
  public long first() {
    return first;
  }

  /** Replicas that have told everything. */
  public ReplicaSet complete() {
    return complete;
  }

  /** From which slot on {@code replica} has still to tell. */
  public long toldEnd(int replica) {
    return toldEnd[replica];
  }

  /** Whom the candidate and those who have promised know. */
  public Roster known() {
    return known;
  }

  /** Whether the epoch in which {@code message} was sent is over, as far as is known. */
  public boolean isOver(int from, Promise message) {
    return message.roster().epoch(from) < known.epoch(from);
  }

  /** Whether its sender has told what {@code message} tells. */
  public boolean repeats(int from, Promise message) {
    return complete.contains(from) || message.first() < toldEnd[from];
  }

  /**
   * Takes note of epochs. A replica that has promised in an earlier one has forgotten it, and does
   * not count until it has promised anew; what it told of its votes was true and remains.
   */
  public void know(Roster roster) {
    known = known.latest(roster);
    for (int replica = 0; replica < toldEnd.length; replica++) {
      if (epochs[replica] > 0 && epochs[replica] < known.epoch(replica)) {
        complete = complete.without(ReplicaSet.of(replica));
        toldEnd[replica] = first;
        epochs[replica] = 0;
      }
    }
  }

  /**
   * @param message begins where what its sender has told ends
   */
  public void add(int from, Promise message) {
    for (Vote vote : message.votes()) {
      merge(vote);
    }
    toldEnd[from] = message.end();
    epochs[from] = message.roster().epoch(from);
    if (message.end() >= message.logEnd()) {
      complete = complete.with(from);
    }
    know(message.roster());
  }

  /**
   * For each slot from {@code from} on what must be proposed there; null where nothing was found.
   */
  public Vote[] votes(long from) {
    return from >= end ? new Vote[0] : Arrays.copyOfRange(votes, index(from), index(end));
  }

  private void merge(Vote vote) {
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

  private static boolean outranks(Vote vote, Vote known) {
    return vote.decided() || vote.view().isAfter(known.view());
  }

  private int index(long slot) {
    return (int) (slot - first);
  }
}
