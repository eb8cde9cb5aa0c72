package io.synod.simulation.explore;

import io.synod.simulation.explore.ClusterState.Budget;

/** Computes the results of choices; mirrors {@link LiveCluster#apply} on numbers. */
final class Successors {
  /** The replica's result in its state is not known yet. */
  static final ClusterState UNKNOWN = new ClusterState(new int[0], Bound.SMALL);

  private final Model model;
  private final Transitions transitions;
  private final Relevance relevance;
  private final Reduction reduction;

  // The state of the current choice.
  private ClusterState state;
  private boolean known;

  Successors(Model model, Transitions transitions, Reduction reduction) {
    this.model = model;
    this.transitions = transitions;
    this.reduction = reduction;
    relevance = new Relevance(transitions, model.messages());
  }

  /**
   * @param budget of which the choice takes one; null if none
   * @return null if it leads to no new state or beyond the bound
   */
  ClusterState of(ClusterState from, int choice, Budget budget) {
    Choice.Kind kind = Choice.kind(choice);
    int replica = Choice.replica(choice);
    int argument = Choice.argument(choice);
    int event = Choice.pack(kind.delivers() ? Choice.Kind.DELIVER : kind, 0, argument);
    if (kind.delivers() && !kind.releases() || kind == Choice.Kind.CHANGE) {
      // A message without effect might as well be lost, and a refused change not be asked for; that
      // needs no choice.
      Transitions.Outcome outcome = transitions.outcome(from.locals[replica], event);
      if (outcome != null && outcome.changesNothing(from.locals[replica])) {
        return null;
      }
    }
    state = from.copy();
    known = true;
    if (budget != null) {
      state.spend(budget);
    }
    before(kind, replica, argument);
    local(replica, event);
    if (known && state.left(Budget.CRASHES) == 0) {
      flushAll();
    }
    if (!known) {
      return UNKNOWN;
    }
    if (MessageSummary.round(transitions.state(state.locals[replica]).promised())
        > model.bound().rounds()) {
      return null;
    }
    if (reduction == Reduction.IRRELEVANCE) {
      relevance.prune(state);
      stopClocks(from);
    }
    return state;
  }

  /** The choice has used the last timer. */
  private void stopClocks(ClusterState from) {
    if (state.left(Budget.TIMERS) == 0 && from.left(Budget.TIMERS) > 0) {
      for (int replica = 0; replica < state.locals.length; replica++) {
        state.locals[replica] = transitions.withoutTimers(state.locals[replica]);
      }
    }
  }

  private void before(Choice.Kind kind, int replica, int argument) {
    if (kind.releases()) {
      release(argument);
    }
    if (kind.delivers() && !kind.copies() && model.bound().duplicates() != Bound.UNLIMITED) {
      state.remove(argument);
    }
    if (kind == Choice.Kind.RESTART) {
      loseOwn(replica);
    }
  }

  private void release(int message) {
    int from = model.messages().at(message).from();
    int[] waiting = transitions.state(state.locals[from]).waiting();
    for (int index = 0; index < waiting.length; index += 2) {
      if (waiting[index] == message) {
        local(from, Choice.pack(Choice.Kind.FLUSH, 0, waiting[index + 1]));
        return;
      }
    }
  }

  /** A process' messages to itself end with it. */
  private void loseOwn(int replica) {
    for (int word = 0; word < state.inFlight.length; word++) {
      for (long left = state.inFlight[word]; left != 0; left &= left - 1) {
        int message = word << 6 | Long.numberOfTrailingZeros(left);
        MessageSummary summary = model.messages().summary(message);
        if (summary.from() == replica && summary.to() == replica) {
          state.remove(message);
        }
      }
    }
  }

  private void flushAll() {
    for (int replica = 0; replica < state.locals.length; replica++) {
      int pending = transitions.state(state.locals[replica]).pending();
      if (pending > 0) {
        local(replica, Choice.pack(Choice.Kind.FLUSH, 0, pending));
      }
    }
  }

  private void local(int replica, int event) {
    Transitions.Outcome outcome = known ? transitions.outcome(state.locals[replica], event) : null;
    if (outcome == null) {
      known = false;
      return;
    }
    state.locals[replica] = outcome.next();
    for (int message : outcome.sent()) {
      state.send(message);
    }
  }
}
