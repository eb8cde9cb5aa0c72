package io.synod.linearizability;

import io.synod.linearizability.Verdict.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Searches for an order of a history's operations that respects their calls and returns and that a
 * sequential object could have executed (Wing and Gong, 1993), skipping what leads to a set of
 * operations and a state that were met before (Lowe, 2017). Exponential in how many changes overlap
 * whose answers leave their order open, so check each independent object by itself.
 */
public final class LinearizabilityChecker<S, I, O> {
  private static final long STEPS_MAX = 3_000_000;

  private final Model<S, I, O> model;
  private final List<Operation<I, O>> history;
  private final Entry head = new Entry(-1, false);
  private final BitSet linearized;
  private final Set<Visited<S>> visited = new HashSet<>();
  private final List<Step<S>> order = new ArrayList<>();

  private S state;
  // Operations that have returned and are not in the order.
  private int unfinished;
  private List<Operation<I, O>> longest = List.of();
  private Operation<I, O> blocking;

  private record Visited<S>(BitSet linearized, S state) {}

  /**
   * One operation of the order.
   *
   * @param chosen whether another one could have been taken
   */
  private record Step<S>(Entry call, S stateBefore, boolean chosen) {}

  private LinearizabilityChecker(Model<S, I, O> model, List<Operation<I, O>> history) {
    this.model = model;
    this.history = history;
    this.linearized = new BitSet(history.size());
    this.state = model.initial();
  }

  public static <S, I, O> Verdict<I, O> check(Model<S, I, O> model, List<Operation<I, O>> history) {
    return new LinearizabilityChecker<>(model, List.copyOf(history)).search();
  }

  private Verdict<I, O> search() {
    link();
    takeWhatChangesNothing();
    Entry entry = head.next;
    for (long step = 0; unfinished > 0; step++) {
      if (step == STEPS_MAX) {
        return new Verdict<>(Outcome.UNDECIDED, longest, blocking);
      }
      if (!entry.isReturn) {
        entry = tryNext(entry) ? head.next : entry.next;
        continue;
      }
      noteBlocked(entry);
      Entry undone = undo();
      if (undone == null) {
        return new Verdict<>(Outcome.VIOLATED, longest, blocking);
      }
      entry = undone.next;
    }
    return new Verdict<>(Outcome.LINEARIZABLE, operations(), null);
  }

  /**
   * Links calls and returns by time; a pending operation has no return, so nothing waits for it.
   */
  private void link() {
    List<Entry> entries = new ArrayList<>();
    for (int number = 0; number < history.size(); number++) {
      Entry call = new Entry(number, false);
      entries.add(call);
      if (!history.get(number).isPending()) {
        call.match = new Entry(number, true);
        entries.add(call.match);
        unfinished++;
      }
    }
    // A return and a call at the same time count as overlapping.
    entries.sort(Comparator.comparingLong(this::time).thenComparing(entry -> entry.isReturn));
    Entry last = head;
    for (Entry entry : entries) {
      last.next = entry;
      entry.previous = last;
      last = entry;
    }
  }

  private long time(Entry entry) {
    Operation<I, O> operation = history.get(entry.number);
    return entry.isReturn ? operation.returned() : operation.invoked();
  }

  /** Takes an operation as the next one, if it can be and leads to something new. */
  private boolean tryNext(Entry call) {
    S next = next(call);
    boolean isIdle = call.match == null && state.equals(next);
    if (next == null || isIdle) {
      return false;
    }
    take(call, next, true);
    takeWhatChangesNothing();
    if (!visited.add(new Visited<>((BitSet) linearized.clone(), state))) {
      undo();
      return false;
    }
    return true;
  }

  /**
   * An operation that changes nothing wherever it can give its answer is taken as soon as it can
   * be: in any order that begins otherwise it could be moved to the front. Without an answer it
   * need not be in the order at all.
   */
  private void takeWhatChangesNothing() {
    Entry entry = head.next;
    while (entry != null && !entry.isReturn) {
      if (entry.match != null && changesNothing(entry) && state.equals(next(entry))) {
        take(entry, state, false);
        entry = entry.previous;
      }
      entry = entry.next;
    }
  }

  private boolean changesNothing(Entry call) {
    Operation<I, O> operation = history.get(call.number);
    return model.changesNothing(operation.input(), operation.output());
  }

  private S next(Entry call) {
    Operation<I, O> operation = history.get(call.number);
    return model.next(state, operation.input(), operation.output());
  }

  private void take(Entry call, S next, boolean chosen) {
    order.add(new Step<>(call, state, chosen));
    state = next;
    linearized.set(call.number);
    unfinished -= call.match == null ? 0 : 1;
    call.lift();
  }

  /** Goes back to before the last choice and returns it; null if there is none. */
  private Entry undo() {
    while (!order.isEmpty()) {
      Step<S> step = order.remove(order.size() - 1);
      Entry call = step.call;
      state = step.stateBefore;
      linearized.clear(call.number);
      unfinished += call.match == null ? 0 : 1;
      call.unlift();
      if (step.chosen) {
        return call;
      }
    }
    return null;
  }

  private void noteBlocked(Entry entry) {
    if (blocking == null || order.size() > longest.size()) {
      longest = operations();
      blocking = history.get(entry.number);
    }
  }

  private List<Operation<I, O>> operations() {
    List<Operation<I, O>> operations = new ArrayList<>(order.size());
    for (Step<S> step : order) {
      operations.add(history.get(step.call.number));
    }
    return operations;
  }
}
