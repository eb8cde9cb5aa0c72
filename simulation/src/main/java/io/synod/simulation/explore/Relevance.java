package io.synod.simulation.explore;

import io.synod.core.replica.Role;
import io.synod.simulation.explore.ClusterState.Budget;

/**
 * Determines which messages in flight can still matter. The others count as lost, so that states
 * that differ only in them are merged. Each rule holds from the state on, for all events within the
 * bound:
 *
 * <ul>
 *   <li>A replica pre-votes for, prepares and leads a view once: answers to that have no effect
 *       after it has ended. A slot that is decided at the leader needs no more votes.
 *   <li>A replica with a later promise answers messages of an earlier view only with a Reject,
 *       which matters while the sender still works for that view. If the bound has a crash left,
 *       only the durable promise counts.
 *   <li>A message of a later membership than the receiver's makes it ask for decisions. A replica
 *       of a later membership answers a request of an earlier one with that, which matters while
 *       the sender is behind. A replica that may crash counts as a member of what its disk says.
 *   <li>While a timer is left, knowledge of a later view or of more decisions may change a
 *       replica's requests when the timer expires; then no message with either is left out.
 * </ul>
 */
final class Relevance {
  private final Transitions transitions;
  private final Messages messages;

  Relevance(Transitions transitions, Messages messages) {
    this.transitions = transitions;
    this.messages = messages;
  }

  /** Removes the messages from {@code state} that cannot matter any more. */
  void prune(ClusterState state) {
    for (int word = 0; word < state.inFlight.length; word++) {
      for (long left = state.inFlight[word]; left != 0; left &= left - 1) {
        int message = word << 6 | Long.numberOfTrailingZeros(left);
        if (!matters(messages.summary(message), state)) {
          state.remove(message);
        }
      }
    }
  }

  private boolean matters(MessageSummary summary, ClusterState state) {
    LocalState to = transitions.state(state.locals[summary.to()]);
    LocalState from = transitions.state(state.locals[summary.from()]);
    boolean timers = state.left(Budget.TIMERS) > 0;
    boolean crashes = state.left(Budget.CRASHES) > 0;
    if (summary.membership() > to.membership(crashes)
        || summary.asks()
            && summary.membership() < to.membership()
            && from.membership(crashes) < to.membership()) {
      return true;
    }
    boolean news = summary.decided() > (crashes ? 0 : to.decided());
    long promised = crashes ? to.durablePromised() : to.promised();
    return switch (summary.kind()) {
      case GRANT -> timers || to.works(Role.PRE_CANDIDATE, summary.view());
      case REFUSAL -> timers;
      case CANVASS -> timers || news || from.works(Role.PRE_CANDIDATE, summary.view());
      case PROMISE -> to.works(Role.CANDIDATE, summary.view());
      case ACCEPTED -> to.works(Role.LEADER, summary.view()) && !to.hasDecided(summary.slot());
      case REJECT -> timers || to.worksFor(summary.view());
      case PREPARE, ACCEPT ->
          timers || promised < summary.view() || isHeld(summary, promised, from);
      case HEARTBEAT ->
          timers
              || promised < summary.view()
              || isHeld(summary, promised, from)
                  && (summary.from() != summary.to() || crashes || news);
      case HEARTBEAT_ACK -> timers || news;
      case DECIDED -> timers || crashes || news || summary.slot() > to.decided();
      case OTHER -> true;
    };
  }

  /** Whether its receiver accepts it, or a rejection would matter to its sender. */
  private static boolean isHeld(MessageSummary summary, long promised, LocalState from) {
    boolean taken = promised == summary.view() && summary.kind() != MessageSummary.Kind.PREPARE;
    return taken || from.worksFor(summary.view());
  }
}
