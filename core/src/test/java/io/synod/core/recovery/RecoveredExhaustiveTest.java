package io.synod.core.recovery;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.log.Log;
import io.synod.core.message.MemberStatus;
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
 * Every sequence of up to four records of a member, over two slots and two views, from a snapshot
 * or from nothing, compared with what {@link #byHand} finds in a separate pass. Slot 0 and 1 have
 * two values in view 1.1, of which neither is the decision, and the decisions in view 2.1.
 */
class RecoveredExhaustiveTest {
  private static final int LENGTH = 1 + 4;
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 1);
  private static final Batch OLD = batch("old");
  private static final Batch DECISION = batch("decision");
  private static final Incarnations INCARNATIONS = Settings.incarnations(3);
  private static final JournalRecord MEMBER =
      new JournalRecord.Joined(INCARNATIONS, MemberStatus.MEMBER);
  private static final List<JournalRecord> FACTS =
      List.of(
          new JournalRecord.Promised(V1),
          new JournalRecord.Promised(V2),
          new JournalRecord.Voted(V1, 0, OLD),
          new JournalRecord.Voted(V2, 0, DECISION),
          new JournalRecord.Voted(V1, 1, OLD),
          new JournalRecord.Voted(V2, 1, DECISION),
          new JournalRecord.Learnt(0, DECISION),
          new JournalRecord.Learnt(1, DECISION),
          new JournalRecord.DecidedUpTo(1),
          new JournalRecord.DecidedUpTo(2),
          new JournalRecord.Joined(
              INCARNATIONS.with(0, new Incarnation(2, 7)), MemberStatus.RECOVERING),
          MEMBER);

  private final Deque<JournalRecord> sequence = new ArrayDeque<>();
  private int sequences;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void finds_the_same_as_the_model_in_every_order_of_records(long snapshotEnd) {
    sequence.add(MEMBER);
    extend(snapshotEnd);
    assertThat(sequences).as("sequences tried").isGreaterThan(10_000);
  }

  @Test
  void the_facts_by_hand_are_not_all_alike() {
    // Of the model itself: it distinguishes members from others, and finds votes and decisions.
    Found found = byHand(0, List.of(MEMBER, FACTS.get(3), FACTS.get(8)));
    assertThat(found).isEqualTo(new Found(V2, true, "2.1 decision decided; nothing", 1));
  }

  private record Found(View promised, boolean member, String slots, long decided) {}

  private void extend(long snapshotEnd) {
    List<JournalRecord> records = List.copyOf(sequence);
    Found expected = byHand(snapshotEnd, records);
    Found actual = recovered(snapshotEnd, records);
    sequences++;
    if (!actual.equals(expected)) {
      assertThat(actual).as("from %d: %s", snapshotEnd, records).isEqualTo(expected);
    }
    if (records.size() < LENGTH) {
      for (JournalRecord record : FACTS) {
        if (isLegal(expected, record)) {
          sequence.addLast(record);
          extend(snapshotEnd);
          sequence.removeLast();
        }
      }
    }
  }

  /** A replica does not go back behind its promise, and does not call decided what is not. */
  private boolean isLegal(Found found, JournalRecord record) {
    if (record instanceof JournalRecord.Promised promise) {
      return promise.view().isAfter(found.promised());
    }
    if (record instanceof JournalRecord.Voted vote) {
      boolean contradicts = vote.batch() == OLD && isLearnt(vote.slot());
      return !contradicts && !vote.view().isBefore(found.promised());
    }
    if (record instanceof JournalRecord.DecidedUpTo upTo) {
      return !found.slots().split("; ")[(int) upTo.end() - 1].contains("old");
    }
    return true;
  }

  private boolean isLearnt(long slot) {
    return sequence.stream()
        .anyMatch(record -> record instanceof JournalRecord.Learnt learnt && learnt.slot() == slot);
  }

  private static Found recovered(long snapshotEnd, List<JournalRecord> records) {
    Recovered recovered = new Recovered(7, snapshotEnd);
    records.forEach(record -> record.visit(recovered));
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

  private static Found byHand(long snapshotEnd, List<JournalRecord> records) {
    View promised = View.NONE;
    int begin = 0;
    MemberStatus status = MemberStatus.NEW;
    Incarnations incarnations = null;
    for (int at = 0; at < records.size(); at++) {
      JournalRecord record = records.get(at);
      if (record instanceof JournalRecord.Promised promise) {
        promised = later(promised, promise.view());
      } else if (record instanceof JournalRecord.Voted vote) {
        promised = later(promised, vote.view());
      } else if (record instanceof JournalRecord.Joined joined) {
        boolean again = joined.status() == status && joined.incarnations().equals(incarnations);
        begin = joined.status() == MemberStatus.RECOVERING && !again ? at + 1 : begin;
        status = joined.status();
        incarnations = joined.incarnations();
      }
    }
    List<JournalRecord> counting = records.subList(begin, records.size());
    long upTo = snapshotEnd;
    for (JournalRecord record : counting) {
      upTo = record instanceof JournalRecord.DecidedUpTo end ? Math.max(upTo, end.end()) : upTo;
    }
    String[] slots = {slot(0, counting, upTo), slot(1, counting, upTo)};
    boolean gap = false;
    for (int slot = (int) snapshotEnd; slot < upTo; slot++) {
      gap |= slots[slot].equals("nothing");
    }
    boolean member = status == MemberStatus.MEMBER && !gap;
    for (int slot = 0; slot < 2; slot++) {
      slots[slot] = !member || slot < snapshotEnd ? "nothing" : slots[slot];
    }
    long decided = snapshotEnd;
    while (decided < 2 && slots[(int) decided].endsWith("decided")) {
      decided++;
    }
    return new Found(promised, member, String.join("; ", slots), decided);
  }

  private static String slot(long slot, List<JournalRecord> records, long decidedUpTo) {
    View view = null;
    Batch batch = null;
    boolean learnt = false;
    for (JournalRecord record : records) {
      if (record instanceof JournalRecord.Voted vote && vote.slot() == slot) {
        view = vote.view();
        batch = vote.batch();
      } else if (record instanceof JournalRecord.Learnt decision && decision.slot() == slot) {
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
