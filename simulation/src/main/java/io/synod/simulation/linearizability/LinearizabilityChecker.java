package io.synod.simulation.linearizability;

import io.synod.simulation.linearizability.Verdict.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Searches for an order of a history's operations that respects their calls and returns and that a
 * sequential object could have executed (Wing and Gong, 1993), skipping what leads to a set of
 * operations and a state that were met before (Lowe, 2017). Exponential in how many operations
 * overlap, so check each independent object by itself.
 */
public final class LinearizabilityChecker<S, I, O> {
  private static final long STEPS_MAX = 20_000_000;

  private final Model<S, I, O> model;
  private final List<Operation<I, O>> history;
  private final Entry head = new Entry(null, -1, false);
  private final BitSet linearized;
  private final Set<Visited<S>> visited = new HashSet<>();
  private final List<Entry> order = new ArrayList<>();
  private final List<S> statesBefore = new ArrayList<>();

  private S state;
  private int unfinished;
  private List<Operation<I, O>> longest = List.of();
  private Operation<I, O> blocking;

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
    Entry entry = head.next;
    for (long step = 0; unfinished > 0; step++) {
      if (step == STEPS_MAX) {
        return new Verdict<>(Outcome.UNDECIDED, longest, blocking);
      }
      if (entry.isReturn) {
        noteBlocked(entry);
        if (order.isEmpty()) {
          return new Verdict<>(Outcome.VIOLATED, longest, blocking);
        }
        entry = undo().next;
      } else {
        entry = tryNext(entry) ? head.next : entry.next;
      }
    }
    return new Verdict<>(Outcome.LINEARIZABLE, operations(), null);
  }

  /**
   * Links calls and returns by time; a pending operation has no return, so nothing waits for it.
   */
  private void link() {
    List<Entry> entries = new ArrayList<>();
    for (int number = 0; number < history.size(); number++) {
      Operation<I, O> operation = history.get(number);
      Entry call = new Entry(null, number, false);
      entries.add(call);
      if (!operation.isPending()) {
        call.match = new Entry(call, number, true);
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

  private boolean tryNext(Entry call) {
    Operation<I, O> operation = history.get(call.number);
    S next = model.next(state, operation.input(), operation.output());
    if (next == null) {
      return false;
    }
    linearized.set(call.number);
    if (!visited.add(new Visited<>((BitSet) linearized.clone(), next))) {
      linearized.clear(call.number);
      return false;
    }
    order.add(call);
    statesBefore.add(state);
    state = next;
    unfinished -= call.match == null ? 0 : 1;
    call.lift();
    return true;
  }

  private Entry undo() {
    Entry call = order.remove(order.size() - 1);
    state = statesBefore.remove(statesBefore.size() - 1);
    linearized.clear(call.number);
    unfinished += call.match == null ? 0 : 1;
    call.unlift();
    return call;
  }

  private void noteBlocked(Entry entry) {
    if (blocking == null || order.size() > longest.size()) {
      longest = operations();
      blocking = history.get(entry.number);
    }
  }

  private List<Operation<I, O>> operations() {
    List<Operation<I, O>> operations = new ArrayList<>(order.size());
    for (Entry call : order) {
      operations.add(history.get(call.number));
    }
    return operations;
  }

  private record Visited<S>(BitSet linearized, S state) {}

  /** A call or a return, linked by time; a linearized operation's two entries are lifted out. */
  private static final class Entry {
    private final int number;
    private final boolean isReturn;
    private Entry match;
    private Entry previous;
    private Entry next;

    Entry(Entry match, int number, boolean isReturn) {
      this.match = match;
      this.number = number;
      this.isReturn = isReturn;
    }

    void lift() {
      unlink();
      if (match != null) {
        match.unlink();
      }
    }

    /** In the opposite order of {@link #lift}, so that each finds its neighbours again. */
    void unlift() {
      if (match != null) {
        match.relink();
      }
      relink();
    }

    private void unlink() {
      previous.next = next;
      if (next != null) {
        next.previous = previous;
      }
    }

    private void relink() {
      previous.next = this;
      if (next != null) {
        next.previous = this;
      }
    }
  }
}
