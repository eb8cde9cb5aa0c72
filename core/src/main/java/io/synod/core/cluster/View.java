package io.synod.core.cluster;

import io.synod.core.check.Check;

/**
 * A ballot: the round, and the replica that leads it. Totally ordered by round, then leader, so two
 * replicas never lead the same view.
 *
 * @param round 0 for no view yet, then growing, up to {@link #ROUND_MAX}
 * @param leader the replica that may propose in this view
 */
public record View(long round, int leader) implements Comparable<View> {

  /** No cluster gets here: it would take a thousand elections a second for 146 million years. */
  public static final long ROUND_MAX = 1L << 62;

  /** Before the first election: smaller than every view in which something is proposed. */
  public static final View NONE = new View(0, 0);

  @Override
  public int compareTo(View other) {
    int byRound = Long.compare(round, other.round);
    return byRound != 0 ? byRound : Integer.compare(leader, other.leader);
  }

  public boolean isAfter(View other) {
    return compareTo(other) > 0;
  }

  public boolean isBefore(View other) {
    return compareTo(other) < 0;
  }

  /** The smallest view after this one that {@code replica} leads in a new round. */
  public View next(int replica) {
    Check.that(round < ROUND_MAX, "no view follows %s, rounds end at %s", this, ROUND_MAX);
    return new View(round + 1, replica);
  }

  @Override
  public String toString() {
    return round + "." + leader;
  }
}
