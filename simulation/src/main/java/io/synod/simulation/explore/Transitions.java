package io.synod.simulation.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The result of each event in each state of a replica, learnt by running the real replica once. */
final class Transitions implements LiveCluster.Witness {
  private final Model model;
  private final Map<Hash.Value, Integer> numbers = new HashMap<>();
  private final List<LocalState> states = new ArrayList<>();
  private final Map<Long, Outcome> outcomes = new HashMap<>();
  private final Map<Integer, Integer> withoutTimers = new HashMap<>();
  private StateHash.Timers timers = StateHash.Timers.LEFT;
  private int before;

  /**
   * @param next the state that it comes to
   * @param sent messages that leave
   */
  record Outcome(int next, int[] sent) {
    boolean changesNothing(int state) {
      return next == state && sent.length == 0;
    }
  }

  Transitions(Model model) {
    this.model = model;
  }

  /** Null if it is not known yet. */
  Outcome outcome(int state, int event) {
    return outcomes.get(key(state, event));
  }

  LocalState state(int number) {
    return states.get(number);
  }

  /** The number of states of all replicas. */
  int states() {
    return states.size();
  }

  /** The number of steps of real replicas. */
  int outcomes() {
    return outcomes.size();
  }

  /** Whether clocks can still move in the states that are observed from now on. */
  void timers(StateHash.Timers timersLeft) {
    timers = timersLeft;
  }

  /** The state that {@code state} becomes when no clock moves any more. */
  int withoutTimers(int state) {
    return withoutTimers.get(state);
  }

  int number(LiveReplica live) {
    int number = number(live, timers);
    if (timers == StateHash.Timers.LEFT && !withoutTimers.containsKey(number)) {
      withoutTimers.put(number, number(live, StateHash.Timers.NONE));
    }
    return number;
  }

  private int number(LiveReplica live, StateHash.Timers timersLeft) {
    Hash.Value hash = LocalState.hash(live, model, timersLeft);
    Integer known = numbers.putIfAbsent(hash, states.size());
    if (known != null) {
      return known;
    }
    states.add(LocalState.of(live, model, timersLeft));
    return states.size() - 1;
  }

  @Override
  public void before(int replica, LiveReplica live) {
    before = number(live);
  }

  @Override
  public void after(int replica, LiveReplica live, int event, BitSet sent) {
    Outcome outcome = new Outcome(number(live), sent.stream().toArray());
    Outcome known = outcomes.putIfAbsent(key(before, event), outcome);
    if (known != null && (known.next != outcome.next || !Arrays.equals(known.sent, outcome.sent))) {
      throw new AssertionError(
          "replica %d behaves differently in the same state: its hash misses a field"
              .formatted(replica));
    }
  }

  private static long key(int state, int event) {
    return (long) state << 32 | event & 0xffffffffL;
  }
}
