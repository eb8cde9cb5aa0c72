package io.synod.core.recovery;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Roster;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Persisted;
import io.synod.core.log.Log;
import io.synod.core.message.Standing;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every sequence of up to four facts of a member, over two slots and two views, from a snapshot or
 * from nothing, compared with what a reader who goes through them by hand finds. Slot 0 and 1 have
 * two values in view 1.1, of which neither is the decision, and the decisions in view 2.1.
 */
class RecoveredExhaustiveTest {
  private static final int LENGTH = 1 + 4;
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 1);
  private static final Batch OLD = batch("old");
  private static final Batch DECISION = batch("decision");
  private static final Roster ROSTER = Settings.roster(3);
  private static final Persisted MEMBER = new Persisted.Joined(ROSTER, Standing.MEMBER);
  private static final List<Persisted> FACTS =
      List.of(
          new Persisted.Promised(V1),
          new Persisted.Promised(V2),
          new Persisted.Voted(V1, 0, OLD),
          new Persisted.Voted(V2, 0, DECISION),
          new Persisted.Voted(V1, 1, OLD),
          new Persisted.Voted(V2, 1, DECISION),
          new Persisted.Learnt(0, DECISION),
          new Persisted.Learnt(1, DECISION),
          new Persisted.DecidedUpTo(1),
          new Persisted.DecidedUpTo(2),
          new Persisted.Joined(ROSTER.with(0, new Incarnation(2, 7)), Standing.RECOVERING),
          MEMBER);

  private final Deque<Persisted> sequence = new ArrayDeque<>();
  private int sequences;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void finds_what_the_facts_say_in_whatever_order(long snapshotEnd) {
    sequence.add(MEMBER);
    extend(snapshotEnd);
    assertThat(sequences).as("sequences tried").isGreaterThan(10_000);
  }

  @Test
  void the_facts_by_hand_are_not_all_alike() {
    // Of the model itself: that it tells members from others, and finds votes and decisions.
    Found found = byHand(0, List.of(MEMBER, FACTS.get(3), FACTS.get(8)));
    assertThat(found).isEqualTo(new Found(V2, true, "2.1 decision decided; nothing", 1));
  }

  private record Found(View promised, boolean member, String slots, long decided) {}

  private void extend(long snapshotEnd) {
    List<Persisted> facts = List.copyOf(sequence);
    Found expected = byHand(snapshotEnd, facts);
    Found actual = recovered(snapshotEnd, facts);
    sequences++;
    if (!actual.equals(expected)) {
      assertThat(actual).as("from %d: %s", snapshotEnd, facts).isEqualTo(expected);
    }
    if (facts.size() < LENGTH) {
      for (Persisted fact : FACTS) {
        if (isLegal(expected, fact)) {
          sequence.addLast(fact);
          extend(snapshotEnd);
          sequence.removeLast();
        }
      }
    }
  }

  /** A replica does not go back behind its promise, and does not call decided what is not. */
  private boolean isLegal(Found found, Persisted fact) {
    if (fact instanceof Persisted.Promised promise) {
      return promise.view().isAfter(found.promised());
    }
    if (fact instanceof Persisted.Voted vote) {
      boolean contradicts = vote.batch() == OLD && isLearnt(vote.slot());
      return !contradicts && !vote.view().isBefore(found.promised());
    }
    if (fact instanceof Persisted.DecidedUpTo upTo) {
      return !found.slots().split("; ")[(int) upTo.end() - 1].contains("old");
    }
    return true;
  }

  private boolean isLearnt(long slot) {
    return sequence.stream()
        .anyMatch(fact -> fact instanceof Persisted.Learnt learnt && learnt.slot() == slot);
  }

  private static Found recovered(long snapshotEnd, List<Persisted> facts) {
    Recovered recovered = new Recovered(7, snapshotEnd);
    facts.forEach(fact -> fact.visit(recovered));
    Log log = recovered.log(Durability.SYNC);
    List<String> slots = new ArrayList<>();
    for (long slot = 0; slot < 2; slot++) {
      boolean kept = log.batch(slot) != null;
      slots.add(kept ? text(log.view(slot), log.batch(slot), log.isDecided(slot)) : "nothing");
    }
    log.invariants();
    return new Found(
        recovered.promised(),
        recovered.isMember(Durability.SYNC),
        String.join("; ", slots),
        log.decided());
  }

  private static Found byHand(long snapshotEnd, List<Persisted> facts) {
    View promised = View.NONE;
    int begin = 0;
    Standing standing = Standing.NEW;
    Roster roster = null;
    for (int at = 0; at < facts.size(); at++) {
      Persisted fact = facts.get(at);
      if (fact instanceof Persisted.Promised promise) {
        promised = later(promised, promise.view());
      } else if (fact instanceof Persisted.Voted vote) {
        promised = later(promised, vote.view());
      } else if (fact instanceof Persisted.Joined joined) {
        boolean again = joined.standing() == standing && joined.roster().equals(roster);
        begin = joined.standing() == Standing.RECOVERING && !again ? at + 1 : begin;
        standing = joined.standing();
        roster = joined.roster();
      }
    }
    List<Persisted> counting = facts.subList(begin, facts.size());
    long upTo = snapshotEnd;
    for (Persisted fact : counting) {
      upTo = fact instanceof Persisted.DecidedUpTo end ? Math.max(upTo, end.end()) : upTo;
    }
    String[] slots = {slot(0, counting, upTo), slot(1, counting, upTo)};
    boolean gap = false;
    for (int slot = (int) snapshotEnd; slot < upTo; slot++) {
      gap |= slots[slot].equals("nothing");
    }
    boolean member = standing == Standing.MEMBER && !gap;
    for (int slot = 0; slot < 2; slot++) {
      slots[slot] = !member || slot < snapshotEnd ? "nothing" : slots[slot];
    }
    long decided = snapshotEnd;
    while (decided < 2 && slots[(int) decided].endsWith("decided")) {
      decided++;
    }
    return new Found(promised, member, String.join("; ", slots), decided);
  }

  private static String slot(long slot, List<Persisted> facts, long decidedUpTo) {
    View view = null;
    Batch batch = null;
    boolean learnt = false;
    for (Persisted fact : facts) {
      if (fact instanceof Persisted.Voted vote && vote.slot() == slot) {
        view = vote.view();
        batch = vote.batch();
      } else if (fact instanceof Persisted.Learnt decision && decision.slot() == slot) {
        // The decision is not a vote, and says nothing of the view that was voted in before.
        view = learnt ? view : null;
        learnt = true;
        batch = decision.batch();
      }
    }
    return batch == null ? "nothing" : text(view, batch, learnt || slot < decidedUpTo);
  }

  private static View later(View one, View other) {
    return other.isAfter(one) ? other : one;
  }

  private static String text(View view, Batch batch, boolean decided) {
    return (view == null ? "" : view + " ")
        + (batch.equals(OLD) ? "old" : "decision")
        + (decided ? " decided" : "");
  }
}
