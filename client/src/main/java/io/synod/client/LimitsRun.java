package io.synod.client;

import io.synod.core.session.SessionLimits;
import io.synod.core.settings.SessionSettings;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Changes the limits of sessions. Asks again where the entry may have been lost: it carries the
 * number of the change, so a second one changes nothing.
 */
final class LimitsRun {
  private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  // In the words of a replica that answers, and of one that another one can take the place of.
  private static final String REFUSED = ": refused: ";
  private static final String ASK_ANOTHER = "ask the leader";
  private static final String ASK_AGAIN = "ask again";

  private final OperatorPort port;
  private final ClusterLook look;
  private final AdminWait wait;
  private final UnaryOperator<SessionSettings> change;

  // When it was asked for last; -1 before that.
  private long askedNanos = -1;

  LimitsRun(
      OperatorPort port, ClusterLook look, AdminWait wait, UnaryOperator<SessionSettings> change) {
    this.port = port;
    this.look = look;
    this.wait = wait;
    this.change = change;
  }

  SessionSettings run() throws AdminException, InterruptedException {
    while (true) {
      ReplicaReport leader = look.leader(wait.answer());
      if (leader == null) {
        wait.pause("no replica leads" + look.problems());
        continue;
      }
      SessionLimits now = leader.limits();
      if (now == null) {
        throw new AdminException(
            "replica %d, the leader, reports no limits of sessions: it is of an older version"
                .formatted(leader.replica()));
      }
      // Of those that hold now, which another operator may have changed meanwhile.
      SessionSettings wanted = change.apply(now.settings());
      if (wanted.equals(now.settings())) {
        return wanted;
      }
      String refusal = now.whyNot(now.next(wanted));
      if (refusal != null) {
        throw new AdminException(refusal);
      }
      ask(leader, now.next(wanted));
    }
  }

  private void ask(ReplicaReport leader, SessionLimits next)
      throws AdminException, InterruptedException {
    if (askedNanos >= 0 && wait.elapsedNanos() - askedNanos < ASK_AGAIN_NANOS) {
      wait.pause("change %d of the limits is being decided".formatted(next.number()));
      return;
    }
    try {
      port.changeLimits(ClusterLook.resolved(leader.address()), next, wait.answer());
      askedNanos = wait.elapsedNanos();
    } catch (IOException failure) {
      String reason = String.valueOf(failure.getMessage());
      boolean mayHelp = reason.contains(ASK_ANOTHER) || reason.contains(ASK_AGAIN);
      if (reason.contains(REFUSED) && !mayHelp) {
        throw new AdminException(reason);
      }
      wait.pause("replica %d, the leader, says: %s".formatted(leader.replica(), reason));
    }
  }
}
