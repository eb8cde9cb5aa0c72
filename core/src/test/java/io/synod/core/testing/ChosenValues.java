package io.synod.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.membership.Membership;
import io.synod.core.message.Accept;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a cluster has proposed, voted for and chosen, seen from outside; checks Lamport's P2a and
 * P2b (Paxos Made Simple, section 2.2) at every proposal and every vote.
 */
public final class ChosenValues {
  // By the number of the membership.
  private final Map<Long, Membership> memberships = new HashMap<>();
  private final Map<Long, Slot> slots = new HashMap<>();

  private static final class Slot {
    final TreeMap<View, Batch> proposals = new TreeMap<>();
    final TreeMap<View, ReplicaSet> voters = new TreeMap<>();
    View chosenIn;
  }

  /**
   * @param first the membership with which the log begins
   */
  ChosenValues(Membership first) {
    memberships.put(0L, first);
  }

  /** A replica has entered it: all must agree on it. */
  void entered(Membership membership) {
    Membership before = memberships.putIfAbsent(membership.number(), membership);
    assertThat(before == null || before.equals(membership))
        .as("membership %d is %s and %s", membership.number(), before, membership)
        .isTrue();
  }

  /** The value of {@code slot}; null if none is chosen yet. */
  public Batch chosen(long slot) {
    Slot found = slots.get(slot);
    return found == null || found.chosenIn == null ? null : found.proposals.get(found.chosenIn);
  }

  void proposed(Accept accept) {
    Slot slot = slots.computeIfAbsent(accept.slot(), number -> new Slot());
    Batch before = slot.proposals.putIfAbsent(accept.view(), accept.batch());
    assertThat(before == null || before.equals(accept.batch()))
        .as("the leader of %s proposes one value in slot %d", accept.view(), accept.slot())
        .isTrue();
    check(accept.slot(), slot);
  }

  void voted(int replica, JournalRecord.Voted vote) {
    Slot slot = slots.get(vote.slot());
    assertThat(slot.proposals.get(vote.view()))
        .as("replica %d votes for what was proposed in slot %d", replica, vote.slot())
        .isEqualTo(vote.batch());
    ReplicaSet voters =
        slot.voters.merge(vote.view(), ReplicaSet.of(replica), (known, one) -> known.with(one));
    Membership membership = memberships.get(vote.view().membership());
    assertThat(membership.numbers().contains(replica))
        .as("replica %d votes in %s and is one of %s", replica, vote.view(), membership.numbers())
        .isTrue();
    assertThat(vote.slot())
        .as("the slot of a vote in %s, not before its membership", vote.view())
        .isGreaterThanOrEqualTo(membership.first());
    Membership next = memberships.get(vote.view().membership() + 1);
    assertThat(next == null || vote.slot() < next.first())
        .as("slot %d is not behind the membership of %s", vote.slot(), vote.view())
        .isTrue();
    boolean chosen = voters.size() >= membership.quorums().phase2();
    if (chosen && (slot.chosenIn == null || vote.view().isBefore(slot.chosenIn))) {
      slot.chosenIn = vote.view();
    }
    check(vote.slot(), slot);
  }

  void delivered(int replica, long slot, Batch batch) {
    assertThat(batch)
        .as("replica %d delivers what is chosen in slot %d", replica, slot)
        .isEqualTo(chosen(slot));
  }

  /** No later view proposes another value than the chosen one, so none can accept another. */
  private static void check(long number, Slot slot) {
    if (slot.chosenIn == null) {
      return;
    }
    Batch chosen = slot.proposals.get(slot.chosenIn);
    for (Map.Entry<View, Batch> later : slot.proposals.tailMap(slot.chosenIn).entrySet()) {
      assertThat(later.getValue())
          .as("slot %d, chosen in %s, proposed in %s", number, slot.chosenIn, later.getKey())
          .isEqualTo(chosen);
    }
  }
}
