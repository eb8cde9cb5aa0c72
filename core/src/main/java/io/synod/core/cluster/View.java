package io.synod.core.cluster;

import io.synod.core.check.Check;

/**
 * A ballot: the round, and the replica that leads it. Totally ordered by round, then leader, so two
 * replicas never lead the same view. The round's upper 18 bits are the number of a membership, so
 * every view of a membership is after every view of the one before it; its lower 44 bits count
 * within the membership.
 *
 * @param round 0 for no view yet, then growing, up to {@link #ROUND_MAX}
 * @param leader the replica that may propose in this view
 */
public record View(long round, int leader) implements Comparable<View> {

  /** No cluster gets here: it would take 262,144 changes of its members. */
  public static final long ROUND_MAX = 1L << 62;

  /** The highest number of a membership. */
  public static final long MEMBERSHIP_MAX = (1L << 18) - 1;

  private static final int MEMBERSHIP_SHIFT = 44;
  private static final long ROUNDS = 1L << MEMBERSHIP_SHIFT;

  /** Before the first election: smaller than every view in which something is proposed. */
  public static final View NONE = new View(0, 0);

  /** Before every view of {@code membership} in which something is proposed. */
  public static View first(long membership) {
    Check.that(
        membership >= 0 && membership <= MEMBERSHIP_MAX,
        "membership %d is not 0 to %d",
        membership,
        MEMBERSHIP_MAX);
    return new View(membership << MEMBERSHIP_SHIFT, 0);
  }

  /** Whether some replica leads in it: it is not before the first election of its membership. */
  public boolean hasLeader() {
    return round % ROUNDS != 0;
  }

  /** The number of the membership whose members decide in this view. */
  public long membership() {
    return membership(round);
  }

  /** The number of the membership to which {@code round} belongs. */
  public static long membership(long round) {
    return round >>> MEMBERSHIP_SHIFT;
  }

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
    Check.that(round % ROUNDS < ROUNDS - 1, "no round follows %d in its membership", round);
    return new View(round + 1, replica);
  }

  @Override
  public String toString() {
    long membership = membership();
    String within = round % ROUNDS + "." + leader;
    return membership == 0 ? within : membership + ":" + within;
  }
}
