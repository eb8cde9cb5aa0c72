package io.synod.simulation.explore;

import io.synod.simulation.explore.ClusterState.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Visits all states breadth-first, so that the first violation has a shortest trace. A state of the
 * cluster consists of the numbers of its replicas' states and the messages in flight.
 */
final class Explorer {
  // The memory of a found state, with its reserve; of a state to expand; of a replica's step and
  // the state after it.
  private static final long STATE_BYTES = 64;
  private static final long KEPT_BYTES = 200;
  private static final long STEP_BYTES = 400;

  // One of this number of known transitions is repeated, and must have the same result.
  private static final long SAMPLED = 128;

  private final Model model;
  private final Transitions transitions;
  private final Successors successors;
  private final StaleMessages stale;
  private final Agreement agreement;
  private final VisitedStates visited = new VisitedStates();
  private final LocalState[] together;
  private final Reduction reduction;
  private final Consumer<LocalState[]> visitor;
  private List<ClusterState> level = new ArrayList<>();
  private List<ClusterState> nextLevel = new ArrayList<>();
  private ClusterState expanded;
  private long edges;
  private int depth;
  private Finding finding;

  /**
   * A violation.
   *
   * @param path the choices that lead to it
   */
  record Finding(RuntimeException wrong, int[] path) {}

  Explorer(Model model) {
    this(model, Reduction.IRRELEVANCE, states -> {});
  }

  /**
   * @param visitor receives the states of all replicas in each state of the cluster
   */
  Explorer(Model model, Reduction reduction, Consumer<LocalState[]> visitor) {
    this.model = model;
    this.visitor = visitor;
    this.reduction = reduction;
    transitions = new Transitions(model);
    successors = new Successors(model, transitions, reduction);
    stale = new StaleMessages(model, transitions, this::learn);
    agreement = new Agreement(model);
    together = new LocalState[model.replicas()];
  }

  /** Called first. */
  void begin() {
    try {
      enter();
    } catch (RuntimeException wrong) {
      finding = new Finding(wrong, new int[0]);
    }
  }

  private void enter() {
    LiveCluster cluster = Prologue.begin(model, LiveCluster.Witness.NONE);
    ClusterState first = new ClusterState(new int[model.replicas()], model.bound());
    transitions.timers(timers(first));
    for (int replica = 0; replica < first.locals.length; replica++) {
      first.locals[replica] = transitions.number(cluster.replica(replica));
    }
    cluster.inFlight().stream().forEach(first::send);
    first.number = visited.add(first.hash(), -1, 0);
    check(first);
    level.add(first);
  }

  /**
   * Expands all states of one depth.
   *
   * @param isOver called now and then; true ends it early
   * @return whether there are more states
   */
  boolean deepen(BooleanSupplier isOver) {
    for (ClusterState state : level) {
      if (isOver.getAsBoolean()) {
        return false;
      }
      expand(state);
      if (finding != null) {
        return false;
      }
    }
    if (!ignoresWhatIsStale()) {
      return false;
    }
    level = nextLevel;
    nextLevel = new ArrayList<>();
    if (level.isEmpty()) {
      return false;
    }
    depth++;
    return true;
  }

  private boolean ignoresWhatIsStale() {
    try {
      stale.tryAll();
      return true;
    } catch (StaleMessages.Heeded wrong) {
      finding = new Finding(wrong, pathTo(wrong.state, wrong.choice));
      return false;
    }
  }

  int states() {
    return visited.count();
  }

  long edges() {
    return edges;
  }

  /** The number of choices from the first state to the farthest. */
  int depth() {
    return depth;
  }

  /** States of the greatest depth so far. */
  int frontier() {
    return level.size();
  }

  /** The approximate memory use. */
  long bytes() {
    long kept = (long) level.size() + nextLevel.size();
    return STATE_BYTES * visited.count() + KEPT_BYTES * kept + STEP_BYTES * transitions.outcomes();
  }

  Transitions transitions() {
    return transitions;
  }

  /** Null if no violation was found. */
  Finding finding() {
    return finding;
  }

  private void expand(ClusterState state) {
    expanded = state;
    for (int word = 0; word < state.inFlight.length; word++) {
      for (long left = state.inFlight[word]; left != 0; left &= left - 1) {
        int message = word << 6 | Long.numberOfTrailingZeros(left);
        deliver(message, Choice.Kind.DELIVER, Choice.Kind.DELIVER_COPY);
      }
    }
    for (int replica = 0; replica < state.locals.length; replica++) {
      LocalState local = transitions.state(state.locals[replica]);
      deliverWaiting(local);
      expand(replica, local);
    }
  }

  private void expand(int replica, LocalState local) {
    if (local.canPropose() && expanded.left(Budget.REQUESTS) > 0) {
      int request = 1 + model.bound().requests() - expanded.left(Budget.REQUESTS);
      choose(Choice.Kind.PROPOSE, replica, request, Budget.REQUESTS);
    }
    if (local.canChange() && expanded.left(Budget.CHANGES) > 0) {
      choose(Choice.Kind.CHANGE, replica, 0, Budget.CHANGES);
    }
    if (expanded.left(Budget.TIMERS) > 0) {
      if (local.hasTimer()) {
        choose(Choice.Kind.TIMER, replica, 0, Budget.TIMERS);
      }
      if (local.hasLiveLeader()) {
        choose(Choice.Kind.LEADER_LOST, replica, 0, Budget.TIMERS);
      }
    }
    if (expanded.left(Budget.CRASHES) > 0) {
      for (int survivors = 0; survivors <= local.pending(); survivors++) {
        choose(Choice.Kind.RESTART, replica, survivors, Budget.CRASHES);
      }
    }
  }

  /** Waiting messages can be delivered once their records are durable, which can always happen. */
  private void deliverWaiting(LocalState sender) {
    int[] waiting = sender.waiting();
    for (int index = 0; index < waiting.length; index += 2) {
      if (!expanded.isInFlight(waiting[index])) {
        deliver(waiting[index], Choice.Kind.RELEASE, Choice.Kind.RELEASE_COPY);
      }
    }
  }

  private void deliver(int message, Choice.Kind once, Choice.Kind copy) {
    int replica = model.messages().receiver(message);
    choose(once, replica, message, null);
    if (model.bound().duplicates() != Bound.UNLIMITED && expanded.left(Budget.DUPLICATES) > 0) {
      choose(copy, replica, message, Budget.DUPLICATES);
    }
  }

  private void choose(Choice.Kind kind, int replica, int argument, Budget budget) {
    if (finding != null) {
      return;
    }
    int choice = Choice.pack(kind, replica, argument);
    try {
      ClusterState next = successors.of(expanded, choice, budget);
      if (next == null) {
        return;
      }
      if (next == Successors.UNKNOWN || edges % SAMPLED == 0) {
        learn(expanded.number, timers(expanded), choice);
        next = successors.of(expanded, choice, budget);
      }
      if (next != null) {
        reach(next, choice);
      }
    } catch (RuntimeException wrong) {
      finding = new Finding(wrong, pathTo(expanded.number, choice));
    }
  }

  private void reach(ClusterState next, int choice) {
    edges++;
    next.number = visited.add(next.hash(), expanded.number, choice);
    if (next.number >= 0) {
      check(next);
      nextLevel.add(next);
    }
  }

  private StateHash.Timers timers(ClusterState state) {
    boolean none = state.left(Budget.TIMERS) == 0 && reduction != Reduction.NONE;
    return none ? StateHash.Timers.NONE : StateHash.Timers.LEFT;
  }

  private void check(ClusterState state) {
    for (int replica = 0; replica < together.length; replica++) {
      together[replica] = transitions.state(state.locals[replica]);
    }
    agreement.check(together);
    stale.found(state, timers(state));
    visitor.accept(together);
  }

  /** Runs the choice on real replicas, from the first state on. */
  private void learn(int state, StateHash.Timers timers, int choice) {
    Relay relay = new Relay();
    LiveCluster cluster = Prologue.begin(model, relay);
    for (int before : visited.path(state)) {
      cluster.apply(before);
    }
    relay.to = transitions;
    transitions.timers(timers);
    cluster.apply(choice);
  }

  private int[] pathTo(int number, int choice) {
    int[] path = visited.path(number);
    int[] whole = Arrays.copyOf(path, path.length + 1);
    whole[path.length] = choice;
    return whole;
  }

  /** Passes on events only after the path to the state has been replayed. */
  private static final class Relay implements LiveCluster.Witness {
    LiveCluster.Witness to = LiveCluster.Witness.NONE;

    @Override
    public void before(int replica, LiveReplica live) {
      to.before(replica, live);
    }

    @Override
    public void after(int replica, LiveReplica live, int event, BitSet sent) {
      to.after(replica, live, event, sent);
    }
  }
}
