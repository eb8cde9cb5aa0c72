package io.synod.simulation.check;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Accept;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Checks agreement. Counts the durable votes itself: a value is chosen once a Phase 2 quorum has
 * durably voted for it in one view. At most one value is ever chosen in a slot, and no replica may
 * treat any other value as decided (Lamport, Paxos Made Simple, section 2.1).
 */
final class Decisions {
  private final ChosenMemberships memberships;
  private final Slots<Slot> slots = new Slots<>(Slot::new);
  // Invariant: every slot before chosenEnd is chosen.
  private long chosenEnd;

  private static final class Slot {
    final List<Ballot> ballots = new ArrayList<>();
    Batch chosen;
    View chosenIn;
  }

  private static final class Ballot {
    final View view;
    final Batch batch;
    ReplicaSet voters = ReplicaSet.EMPTY;

    Ballot(View view, Batch batch) {
      this.view = view;
      this.batch = batch;
    }
  }

  /**
   * @param memberships whose quorums choose
   */
  Decisions(ChosenMemberships memberships) {
    this.memberships = memberships;
  }

  /** The vote of {@code replica} is durable. */
  void voted(int replica, View view, long slot, Batch batch) {
    memberships.checkVote(replica, view, slot);
    Slot record = slots.at(slot);
    Ballot ballot = ballot(record, view, batch);
    if (!ballot.batch.equals(batch)) {
      throw new Violation(
          "slot %d, view %s: replica %d voted for %s, replicas %s for %s",
          slot, view, replica, batch, ballot.voters, ballot.batch);
    }
    ballot.voters = ballot.voters.with(replica);
    if (ballot.voters.size() >= memberships.quorums(view).phase2()) {
      choose(slot, record, ballot);
    }
  }

  /**
   * Phase 2a: no earlier view has chosen another value there, or can still choose it (Lamport,
   * Paxos Made Simple, P2b).
   *
   * @param mayVote the replicas that can still vote in a view
   */
  void proposes(int replica, Accept message, Function<View, ReplicaSet> mayVote) {
    for (Ballot ballot : slots.at(message.slot()).ballots) {
      boolean rivals =
          ballot.view.isBefore(message.view()) && !ballot.batch.equals(message.batch());
      int quorum = memberships.quorums(ballot.view).phase2();
      if (rivals && ballot.voters.with(mayVote.apply(ballot.view)).size() >= quorum) {
        throw new Violation(
            "replica %d proposes %s in slot %d, view %s, where view %s may choose %s",
            replica, message.batch(), message.slot(), message.view(), ballot.view, ballot.batch);
      }
    }
  }

  /** {@code replica} treats {@code batch} as the decision of {@code slot}. */
  void decided(int replica, long slot, Batch batch) {
    Slot record = slots.at(slot);
    if (record.chosen == null) {
      throw new Violation(
          "replica %d treats %s as decided in slot %d, where no quorum has voted",
          replica, batch, slot);
    }
    if (!record.chosen.equals(batch)) {
      throw new Violation(
          "replica %d treats %s as decided in slot %d, where view %s has chosen %s",
          replica, batch, slot, record.chosenIn, record.chosen);
    }
  }

  /** {@code replica} reports every slot before {@code end} as decided. */
  void decidedUpTo(int replica, long end) {
    while (chosenEnd < end && slots.at(chosenEnd).chosen != null) {
      chosenEnd++;
    }
    if (end > chosenEnd) {
      throw new Violation(
          "replica %d says that slots are decided up to %d; chosen up to %d",
          replica, end, chosenEnd);
    }
  }

  /** The view in which the batch of {@code slot} was chosen first; null if none was. */
  View chosenIn(long slot) {
    return slots.at(slot).chosenIn;
  }

  Batch chosen(long slot) {
    return slots.at(slot).chosen;
  }

  /** How many slots from {@code begin} to before {@code end} are chosen to hold no request. */
  int withoutRequests(long begin, long end) {
    int count = 0;
    for (long slot = begin; slot < end; slot++) {
      Batch chosen = slots.at(slot).chosen;
      count += chosen != null && chosen.isControl() ? 1 : 0;
    }
    return count;
  }

  /**
   * The first slot after all that were chosen with the vote of {@code replica}, known to it or not.
   */
  long chosenEndWith(int replica) {
    long end = slots.end();
    while (end > 0 && !isChosenWith(replica, slots.at(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean isChosenWith(int replica, Slot record) {
    return record.chosen != null
        && ballot(record, record.chosenIn, record.chosen).voters.contains(replica);
  }

  private static Ballot ballot(Slot record, View view, Batch batch) {
    for (Ballot ballot : record.ballots) {
      if (ballot.view.equals(view)) {
        return ballot;
      }
    }
    Ballot ballot = new Ballot(view, batch);
    record.ballots.add(ballot);
    return ballot;
  }

  private static void choose(long slot, Slot record, Ballot ballot) {
    if (record.chosen == null) {
      record.chosen = ballot.batch;
      record.chosenIn = ballot.view;
    } else if (!record.chosen.equals(ballot.batch)) {
      throw new Violation(
          "slot %d: view %s has chosen %s, view %s chooses %s",
          slot, record.chosenIn, record.chosen, ballot.view, ballot.batch);
    }
  }
}
