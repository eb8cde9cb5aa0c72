package io.synod.core.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.log.Log;
import io.synod.core.message.Accept;
import io.synod.core.message.Prepare;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.RecordedEffects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * As {@link AcceptorExhaustiveTest}, with sequences of four, among which the disk becomes full and
 * has space again and decisions are learnt, of an acceptor that may have lost its votes in none,
 * one or both of the slots. Of slot 1 one value is enough.
 */
class UnfitAcceptorExhaustiveTest {
  private static final int LENGTH = 4;
  private static final View LOST = new View(1, 2);
  private static final View[] VIEWS = {new View(1, 1), new View(1, 2), new View(2, 1)};
  private static final Batch X = Batches.batch("x");
  private static final Batch Y = Batches.batch("y");

  private enum Kind {
    PREPARE,
    ACCEPT,
    LEARN,
    FULL,
    SPACE
  }

  private record Operation(Kind kind, View view, int slot, Batch batch) {}

  private static final List<Operation> OPERATIONS = operations();

  private final Operation[] sequence = new Operation[LENGTH];
  private boolean lostFirst;
  private boolean lostSecond;
  private int sequences;

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "true, true"})
  void answers_and_forgets_only_as_the_rules_of_paxos_allow(boolean first, boolean second) {
    lostFirst = first;
    lostSecond = second;
    extend(0);
    assertThat(sequences).as("sequences tried").isGreaterThan(20_000);
  }

  private void extend(int length) {
    if (length == LENGTH) {
      sequences++;
      return;
    }
    for (Operation operation : OPERATIONS) {
      sequence[length] = operation;
      if (agrees(length + 1)) {
        extend(length + 1);
      }
    }
  }

  /** Whether the real one does as the reference, and whether what follows may be tried. */
  private boolean agrees(int length) {
    Log log = new Log(0);
    ReferenceAcceptor reference = new ReferenceAcceptor();
    lose(lostFirst, 0, log, reference);
    lose(lostSecond, 1, log, reference);
    View promised = lostFirst || lostSecond ? LOST : View.NONE;
    Acceptor acceptor = new Acceptor(0, log, promised, 1 << 20);
    RecordedEffects out = new RecordedEffects();
    List<Effect> expected = new ArrayList<>();
    for (int at = 0; at < length; at++) {
      List<Effect> effects = expected(reference, sequence[at]);
      if (effects == null) {
        Operation last = sequence[at];
        assertThat(catchThrowable(() -> apply(acceptor, log, last, out)))
            .as("after %s", expected)
            .isInstanceOf(BrokenInvariant.class);
        return false;
      }
      expected.addAll(effects);
      apply(acceptor, log, sequence[at], out);
    }
    List<Effect> done = out.all().stream().filter(e -> !(e instanceof Effect.Observed)).toList();
    if (!done.equals(expected)) {
      assertThat(done).as("%s", List.of(sequence).subList(0, length)).isEqualTo(expected);
    }
    return true;
  }

  private static void lose(boolean lost, int slot, Log log, ReferenceAcceptor reference) {
    if (lost) {
      log.damage(slot, LOST);
      reference.damage(slot, LOST);
    }
  }

  private static void apply(Acceptor acceptor, Log log, Operation operation, RecordedEffects out) {
    View view = operation.view();
    switch (operation.kind()) {
      case PREPARE ->
          acceptor.onPrepare(
              view.leader(), new Prepare(view, 0), ReferenceAcceptor.INCARNATIONS, out);
      case ACCEPT ->
          acceptor.onAccept(
              view.leader(), new Accept(view, operation.slot(), 0, operation.batch()), 64, out);
      case LEARN -> log.decide(operation.slot(), operation.batch());
      case FULL -> acceptor.onStorageFull(true);
      case SPACE -> acceptor.onStorageFull(false);
      default -> throw new AssertionError(operation);
    }
  }

  private static List<Effect> expected(ReferenceAcceptor reference, Operation operation) {
    switch (operation.kind()) {
      case PREPARE:
        return reference.prepare(operation.view());
      case ACCEPT:
        return reference.accept(operation.view(), operation.slot(), operation.batch());
      case LEARN:
        reference.decide(operation.slot(), operation.batch());
        return List.of();
      default:
        reference.full(operation.kind() == Kind.FULL);
        return List.of();
    }
  }

  private static List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (View view : VIEWS) {
      all.add(new Operation(Kind.PREPARE, view, 0, null));
      all.add(new Operation(Kind.ACCEPT, view, 0, X));
      all.add(new Operation(Kind.ACCEPT, view, 0, Y));
      all.add(new Operation(Kind.ACCEPT, view, 1, Y));
    }
    // One decision for each slot: two would contradict each other.
    all.add(new Operation(Kind.LEARN, null, 0, X));
    all.add(new Operation(Kind.LEARN, null, 1, Y));
    all.add(new Operation(Kind.FULL, null, 0, null));
    all.add(new Operation(Kind.SPACE, null, 0, null));
    return all;
  }
}
