package io.synod.simulation.explore;

import io.synod.core.replica.Role;
import io.synod.simulation.explore.ClusterState.Budget;

/**
 * Which messages in flight can still matter. One that cannot is taken for lost, so that states
 * which differ in it only are one. Each rule holds from the state on, whatever happens within the
 * bound:
 *
 * <ul>
 *   <li>A replica pre-votes for, prepares and leads a view once: what answers it counts for nothing
 *       when that is over. A slot that is decided at the leader needs no more votes.
 *   <li>Whoever has promised more answers what comes from an earlier view with a Reject only, which
 *       matters while that view is still worked for. Where a crash is left in the bound only the
 *       promise on disk counts.
 *   <li>While a timer is left, knowing of a later view or of more decisions may change what a
 *       replica asks for when it runs out; then nothing that tells of either is left out.
 * </ul>
 */
final class Relevance {
  private final Transitions transitions;
  private final Messages messages;

  Relevance(Transitions transitions, Messages messages) {
    this.transitions = transitions;
    this.messages = messages;
  }

  /** Takes away from {@code state} what cannot matter any more. */
  void prune(ClusterState state) {
    for (int word = 0; word < state.inFlight.length; word++) {
      for (long left = state.inFlight[word]; left != 0; left &= left - 1) {
        int message = word << 6 | Long.numberOfTrailingZeros(left);
        if (!matters(messages.gist(message), state)) {
          state.remove(message);
        }
      }
    }
  }

  private boolean matters(Gist gist, ClusterState state) {
    LocalState to = transitions.state(state.locals[gist.to()]);
    LocalState from = transitions.state(state.locals[gist.from()]);
    boolean timers = state.left(Budget.TIMERS) > 0;
    boolean crashes = state.left(Budget.CRASHES) > 0;
    boolean news = gist.decided() > (crashes ? 0 : to.decided());
    long promised = crashes ? to.durablePromised() : to.promised();
    return switch (gist.kind()) {
      case GRANT -> timers || to.works(Role.PRE_CANDIDATE, gist.view());
      case REFUSAL -> timers;
      case CANVASS -> timers || news || from.works(Role.PRE_CANDIDATE, gist.view());
      case PROMISE -> to.works(Role.CANDIDATE, gist.view());
      case ACCEPTED -> to.works(Role.LEADER, gist.view()) && !to.hasDecided(gist.slot());
      case REJECT -> timers || to.worksFor(gist.view());
      case PREPARE, ACCEPT -> timers || promised < gist.view() || isHeld(gist, promised, from);
      case HEARTBEAT ->
          timers
              || promised < gist.view()
              || isHeld(gist, promised, from) && (gist.from() != gist.to() || crashes || news);
      case HEARTBEAT_ACK -> timers || news;
      case DECIDED -> timers || crashes || news || gist.slot() > to.decided();
      case OTHER -> true;
    };
  }

  /** Whether its receiver takes it, or its sender would heed a refusal. */
  private static boolean isHeld(Gist gist, long promised, LocalState from) {
    boolean taken = promised == gist.view() && gist.kind() != Gist.Kind.PREPARE;
    return taken || from.worksFor(gist.view());
  }
}
