package io.synod.simulation.explore;

import io.synod.core.replica.Role;
import io.synod.simulation.check.Violation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;

/**
 * Tests the assumptions of {@link Relevance} on each state of a replica, with every message that
 * any run has sent to it. A vote or promise for a view that it does not lead or prepare must have
 * no effect. A message of a view before its promise must not change its durable state.
 */
final class StaleMessages {
  private final Model model;
  private final Transitions transitions;
  private final Trial trial;
  private final Map<Integer, Place> places = new HashMap<>();

  /** Runs an event on real replicas, from the first state on. */
  interface Trial {
    /**
     * @param state number of the state of the cluster that is reached first
     */
    void learn(int state, StateHash.Timers timers, int choice);
  }

  /** Where a state of a replica was found first, and the number of messages tried in it. */
  private static final class Place {
    final int replica;
    final int state;
    final StateHash.Timers timers;
    int tried;

    Place(int replica, int state, StateHash.Timers timers) {
      this.replica = replica;
      this.state = state;
      this.timers = timers;
    }
  }

  /** A stale message that had an effect. */
  static final class Heeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final int state;
    final int choice;

    Heeded(RuntimeException wrong, int state, int choice) {
      super(wrong.getMessage() + " (by a message that is out of date)", wrong);
      this.state = state;
      this.choice = choice;
    }
  }

  StaleMessages(Model model, Transitions transitions, Trial trial) {
    this.model = model;
    this.transitions = transitions;
    this.trial = trial;
  }

  /** A new state of the cluster. */
  void found(ClusterState state, StateHash.Timers timers) {
    for (int replica = 0; replica < state.locals.length; replica++) {
      if (!places.containsKey(state.locals[replica])) {
        places.put(state.locals[replica], new Place(replica, state.number, timers));
      }
    }
  }

  /**
   * Tries the remaining messages.
   *
   * @throws Heeded if one is not ignored
   */
  void tryAll() {
    int messages = model.messages().count();
    for (Entry<Integer, Place> entry : places.entrySet()) {
      Place place = entry.getValue();
      for (; place.tried < messages; place.tried++) {
        MessageSummary summary = model.messages().summary(place.tried);
        LocalState local = transitions.state(entry.getKey());
        if (summary.to() == place.replica && isStale(summary, local)) {
          tryOne(entry.getKey(), place, place.tried);
        }
      }
    }
  }

  private static boolean isStale(MessageSummary summary, LocalState to) {
    return switch (summary.kind()) {
      case ACCEPTED -> !to.works(Role.LEADER, summary.view()) || to.hasDecided(summary.slot());
      case PROMISE -> !to.works(Role.CANDIDATE, summary.view());
      case ACCEPT, PREPARE, HEARTBEAT -> to.promised() > summary.view();
      default -> false;
    };
  }

  private void tryOne(int state, Place place, int message) {
    int event = Choice.pack(Choice.Kind.DELIVER, 0, message);
    int choice = Choice.pack(Choice.Kind.DELIVER, place.replica, message);
    try {
      if (transitions.outcome(state, event) == null) {
        trial.learn(place.state, place.timers, choice);
      }
      int next = transitions.outcome(state, event).next();
      if (!isSame(transitions.state(state), transitions.state(next))) {
        throw new Violation("replica %d does not ignore what is out of date", place.replica);
      }
    } catch (RuntimeException wrong) {
      throw new Heeded(wrong, place.state, choice);
    }
  }

  /** A rejection may wait for the disk, which does not change the durable state. */
  private static boolean isSame(LocalState before, LocalState after) {
    return before.promised() == after.promised()
        && before.pending() == after.pending()
        && before.role() == after.role()
        && before.view() == after.view()
        && Arrays.equals(before.votes(), after.votes())
        && Arrays.equals(before.claims(), after.claims());
  }
}
