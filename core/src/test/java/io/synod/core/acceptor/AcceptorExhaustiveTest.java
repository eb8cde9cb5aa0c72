package io.synod.core.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.log.Log;
import io.synod.core.message.Accept;
import io.synod.core.message.Prepare;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.RecordedEffects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of up to five Prepares and Accepts over three views, two slots and two values,
 * compared effect by effect with {@link ReferenceAcceptor}: what is persisted, what is answered to
 * whom, and that each answer waits for all that was persisted before it.
 */
class AcceptorExhaustiveTest {
  private static final int LENGTH = 5;
  private static final View[] VIEWS = {new View(1, 1), new View(1, 2), new View(2, 1)};
  private static final Batch[] VALUES = {Batches.batch("x"), Batches.batch("y")};

  /** A Prepare if {@code batch} is null, else an Accept. */
  private record Operation(View view, int slot, Batch batch) {}

  private final List<Operation> operations = operations();
  private final Operation[] sequence = new Operation[LENGTH];
  private int sequences;

  @Test
  void answers_and_persists_exactly_what_the_rules_of_paxos_demand() {
    extend(0);
    assertThat(sequences).as("sequences tried").isGreaterThan(100_000);
  }

  /** What follows a leader's contradiction of itself is not tried: the replica has stopped. */
  private void extend(int length) {
    if (length == LENGTH) {
      sequences++;
      return;
    }
    for (Operation operation : operations) {
      sequence[length] = operation;
      if (isFirstOfItsKind(length) && agrees(length + 1)) {
        extend(length + 1);
      }
    }
  }

  /** The two values differ in name only, so in each slot the first one seen may be called x. */
  private boolean isFirstOfItsKind(int length) {
    Operation last = sequence[length];
    for (int at = 0; at < length && last.batch() == VALUES[1]; at++) {
      if (sequence[at].batch() == VALUES[0] && sequence[at].slot() == last.slot()) {
        return true;
      }
    }
    return last.batch() != VALUES[1];
  }

  private boolean agrees(int length) {
    Log log = new Log(0);
    Acceptor acceptor = new Acceptor(0, log, View.NONE, 1 << 20);
    ReferenceAcceptor reference = new ReferenceAcceptor();
    RecordedEffects out = new RecordedEffects();
    List<Effect> history = new ArrayList<>();
    for (int at = 0; at < length - 1; at++) {
      apply(acceptor, sequence[at], out);
      history.addAll(expected(reference, sequence[at]));
    }
    List<Effect> last = expected(reference, sequence[length - 1]);
    if (last == null) {
      assertThat(catchThrowable(() -> apply(acceptor, sequence[length - 1], out)))
          .as("after %s", history)
          .isInstanceOf(BrokenInvariant.class);
      return false;
    }
    apply(acceptor, sequence[length - 1], out);
    history.addAll(last);
    if (!out.all().equals(history)) {
      assertThat(out.all()).isEqualTo(history);
    }
    keepsItsWord(history, log);
    return true;
  }

  /** The same once more without the reference, on what was persisted alone. */
  private static void keepsItsWord(List<Effect> history, Log log) {
    View promised = View.NONE;
    Map<String, Batch> votes = new HashMap<>();
    for (Effect effect : history) {
      if (effect instanceof Effect.Stored stored) {
        if (stored.record() instanceof JournalRecord.Promised promise) {
          must(promise.view().isAfter(promised), "a promise goes back", history);
          promised = promise.view();
        } else if (stored.record() instanceof JournalRecord.Voted vote) {
          must(vote.view().equals(promised), "a vote outside the promise", history);
          Batch before = votes.put(vote.view() + "#" + vote.slot(), vote.batch());
          must(before == null, "a vote at one view and slot is given twice", history);
          must(log.view(vote.slot()) != null, "a vote is not in the log", history);
        }
      }
    }
  }

  private static void must(boolean condition, String claim, List<Effect> history) {
    if (!condition) {
      throw new AssertionError(claim + ": " + history);
    }
  }

  private static void apply(Acceptor acceptor, Operation operation, RecordedEffects out) {
    View view = operation.view();
    if (operation.batch() == null) {
      acceptor.onPrepare(view.leader(), new Prepare(view, 0), ReferenceAcceptor.INCARNATIONS, out);
    } else {
      Accept accept = new Accept(view, operation.slot(), 0, operation.batch());
      acceptor.onAccept(view.leader(), accept, 64, out);
    }
  }

  private static List<Effect> expected(ReferenceAcceptor reference, Operation operation) {
    return operation.batch() == null
        ? reference.prepare(operation.view())
        : reference.accept(operation.view(), operation.slot(), operation.batch());
  }

  private static List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (View view : VIEWS) {
      all.add(new Operation(view, 0, null));
      for (int slot = 0; slot < 2; slot++) {
        for (Batch value : VALUES) {
          all.add(new Operation(view, slot, value));
        }
      }
    }
    return all;
  }
}
