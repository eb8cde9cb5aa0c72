package io.synod.core.election;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import java.util.Arrays;

/**
 * Gathers the promises of one Phase 1. A replica has promised once it has sent everything that it
 * accepted.
 */
public final class PromiseTally {
  // No log keeps as many slots: 1.2 GiB at least, and the array of their votes alone 64 MiB.
  private static final long SLOTS_MAX = 1 << 24;

  private final View view;
  private final long first;
  private final long[] receivedEnd;
  private final long[] numbers;
  private Incarnations known;
  private ReplicaSet complete = ReplicaSet.EMPTY;
  private final HighestVotes votes;

  /**
   * @param first the first slot of which the candidate does not know the decision
   * @param known the incarnations that the candidate knows
   */
  public PromiseTally(View view, long first, Incarnations known) {
    this.view = view;
    this.first = first;
    this.known = known;
    votes = new HighestVotes(first);
    receivedEnd = new long[known.end()];
    numbers = new long[known.end()];
    Arrays.fill(receivedEnd, first);
  }

  public View view() {
    return view;
  }

  /** The first slot of which the candidate does not know the decision. */
  public long first() {
    return first;
  }

  /** Replicas that have sent everything that they accepted. */
  public ReplicaSet complete() {
    return complete;
  }

  /** The first slot of which {@code replica} has not yet sent its votes. */
  public long receivedEnd(int replica) {
    return receivedEnd[replica];
  }

  /** The incarnations that the candidate and the replicas that have promised know. */
  public Incarnations known() {
    return known;
  }

  /** Whether a later incarnation of its sender is known than the one that sent {@code message}. */
  public boolean isOver(int from, Promise message) {
    return message.incarnations().number(from) < known.number(from);
  }

  /**
   * Whether its sender has sent the parts before {@code message} as an earlier incarnation. {@link
   * #know} begins its promise anew.
   */
  public boolean isOfLater(int from, Promise message) {
    return numbers[from] > 0 && numbers[from] < message.incarnations().number(from);
  }

  /** Whether {@code message} names slots that no correct replica can have votes of. */
  public boolean isFar(Promise message) {
    boolean isFar = message.end() - first > SLOTS_MAX;
    for (Vote vote : message.votes()) {
      isFar |= vote.slot() < first || vote.slot() - first >= SLOTS_MAX;
    }
    return isFar;
  }

  /** Whether {@code message} repeats votes that its sender has sent before. */
  public boolean repeats(int from, Promise message) {
    return complete.contains(from) || message.first() < receivedEnd[from];
  }

  /**
   * Takes note of incarnations. A replica that promised as an earlier incarnation has lost that
   * promise, so it does not count until it promises again. The votes that it sent were true and are
   * kept.
   */
  public void know(Incarnations incarnations) {
    known = known.latest(incarnations);
    for (int replica = 0; replica < receivedEnd.length; replica++) {
      if (numbers[replica] > 0 && numbers[replica] < known.number(replica)) {
        complete = complete.without(ReplicaSet.of(replica));
        receivedEnd[replica] = first;
        numbers[replica] = 0;
      }
    }
  }

  /**
   * @param message begins where the votes that its sender has sent so far end
   */
  public void add(int from, Promise message) {
    for (Vote vote : message.votes()) {
      votes.add(vote);
    }
    receivedEnd[from] = message.end();
    numbers[from] = message.incarnations().number(from);
    if (message.end() >= message.logEnd()) {
      complete = complete.with(from);
    }
    know(message.incarnations());
  }

  /**
   * For each slot from {@code from} on what must be proposed there; null where nothing was found.
   */
  public Vote[] votes(long from) {
    return votes.from(from);
  }
}
