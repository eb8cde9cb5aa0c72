package io.synod.simulation.explore;

import io.synod.core.replica.Role;
import io.synod.simulation.check.Violation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;

/**
 * What {@link Relevance} takes for granted of a replica is tried in each of its states, with every
 * message that any run has sent to it: a vote or a promise for what it does not lead or prepare
 * changes nothing, and what comes from a view before its promise changes nothing that it remembers.
 */
final class StaleMessages {
  private final Model model;
  private final Transitions transitions;
  private final Trial trial;
  private final Map<Integer, Place> places = new HashMap<>();

  /** Lets real replicas do something, from the first state on. */
  interface Trial {
    /**
     * @param state number of the state of the cluster that is brought about first
     */
    void learn(int state, StateHash.Timers timers, int choice);
  }

  /** Where a state of a replica was found first, and how many messages were tried in it. */
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

  /** A message that had an effect. */
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
   * Tries what was not tried yet.
   *
   * @throws Heeded if one is not ignored
   */
  void tryAll() {
    int messages = model.messages().count();
    for (Entry<Integer, Place> entry : places.entrySet()) {
      Place place = entry.getValue();
      for (; place.tried < messages; place.tried++) {
        Gist gist = model.messages().gist(place.tried);
        LocalState local = transitions.state(entry.getKey());
        if (gist.to() == place.replica && isStale(gist, local)) {
          tryOne(entry.getKey(), place, place.tried);
        }
      }
    }
  }

  private static boolean isStale(Gist gist, LocalState to) {
    return switch (gist.kind()) {
      case ACCEPTED -> !to.works(Role.LEADER, gist.view()) || to.hasDecided(gist.slot());
      case PROMISE -> !to.works(Role.CANDIDATE, gist.view());
      case ACCEPT, PREPARE, HEARTBEAT -> to.promised() > gist.view();
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

  /** A refusal may wait for the disk, which is no effect on what is remembered. */
  private static boolean isSame(LocalState before, LocalState after) {
    return before.promised() == after.promised()
        && before.pending() == after.pending()
        && before.role() == after.role()
        && before.view() == after.view()
        && Arrays.equals(before.votes(), after.votes())
        && Arrays.equals(before.claims(), after.claims());
  }
}
