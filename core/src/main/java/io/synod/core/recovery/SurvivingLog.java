package io.synod.core.recovery;

import io.synod.core.cluster.View;
import io.synod.core.election.HighestVotes;
import io.synod.core.message.Vote;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What some replicas of a cluster know together, when the others are gone for good. Each slot is
 * found as Phase 1 finds it: a decision, otherwise the vote of the highest view. Without a quorum
 * that need not be what was decided. So the log ends at the first slot of which nothing is known,
 * or where a survivor has lost a vote that may be a later one. One thread.
 */
public final class SurvivingLog {
  private final long first;
  private final HighestVotes votes;
  private final NavigableMap<Long, View> lost = new TreeMap<>();
  private long end;

  /**
   * @param first the state of every slot before this one is known
   */
  public SurvivingLog(long first) {
    this.first = first;
    votes = new HighestVotes(first);
    end = first;
  }

  /** Takes what one of them has kept. */
  public void add(Recovered survivor) {
    survivor.visitKept(this::add);
    for (Map.Entry<Long, View> vote : survivor.lostVotes().entrySet()) {
      if (vote.getKey() >= first) {
        lost.merge(vote.getKey(), vote.getValue(), SurvivingLog::greater);
      }
    }
    end = first;
    while (isKnown(end)) {
      end++;
    }
  }

  private void add(Vote vote) {
    if (vote.slot() >= first) {
      votes.add(vote);
    }
  }

  private boolean isKnown(long slot) {
    Vote vote = votes.at(slot);
    return vote != null && (vote.decided() || !isOutranked(vote));
  }

  /** Votes of one view in one slot are for the same batch; a lost decision may be for any. */
  private boolean isOutranked(Vote vote) {
    View view = lost.get(vote.slot());
    return view != null && (view.equals(View.NONE) || view.isAfter(vote.view()));
  }

  private static View greater(View one, View other) {
    boolean isDecision = one.equals(View.NONE) || other.equals(View.NONE);
    if (isDecision) {
      return View.NONE;
    }
    return one.isAfter(other) ? one : other;
  }

  /** The first slot that is not known, {@link #first()} or later. */
  public long end() {
    return end;
  }

  public long first() {
    return first;
  }

  /** What is known of a slot of {@code [first, end)}. */
  public Vote at(long slot) {
    return votes.at(slot);
  }

  /** Whether slot {@link #end} is not known only because a vote there is damaged. */
  public boolean endsAtDamage() {
    return lost.containsKey(end);
  }

  /** How many slots behind {@link #end} hold a vote or decision that is of no use. */
  public long unused() {
    return votes.count(end);
  }
}
