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
  static final String REFUSED = ": refused: ";
  private static final String ASK_ANOTHER = "ask the leader";
  private static final String ASK_AGAIN = "ask again";

  private final OperatorPort port;
  private final ClusterLook look;
  private final AdminWait wait;
  private final UnaryOperator<SessionSettings> change;

  // What was asked for last, and when; null before that.
  private SessionLimits asked;
  private long askedNanos;

  LimitsRun(
      OperatorPort port, ClusterLook look, AdminWait wait, UnaryOperator<SessionSettings> change) {
    this.port = port;
    this.look = look;
    this.wait = wait;
    this.change = change;
  }

  SessionSettings run() throws AdminException, InterruptedException {
    while (true) {
      ReplicaReport leader = look.leader(wait);
      SessionLimits now = leader.limits();
      if (now == null) {
        throw new AdminException(
            "replica %d, the leader, reports no limits of sessions: it is of an older version"
                .formatted(leader.replica()));
      }
      if (now.equals(asked)) {
        return now.settings();
      }
      // Otherwise the one that was asked for may still be decided.
      boolean isOver = asked == null || now.number() >= asked.number();
      if (isOver) {
        SessionSettings wanted = change.apply(now.settings());
        if (wanted.equals(now.settings())) {
          return wanted;
        }
        String refusal = now.whyNot(now.next(wanted));
        if (refusal != null) {
          throw new AdminException(refusal);
        }
        asked = now.next(wanted);
      }
      if (isOver || wait.elapsedNanos() - askedNanos >= ASK_AGAIN_NANOS) {
        ask(leader);
      } else {
        wait.pause("change %d of the limits is being decided".formatted(asked.number()));
      }
    }
  }

  private void ask(ReplicaReport leader) throws AdminException, InterruptedException {
    try {
      wait.onRequest();
      port.changeLimits(leader.address(), asked, wait.answer());
      askedNanos = wait.elapsedNanos();
    } catch (IOException failure) {
      askedNanos = wait.elapsedNanos() - ASK_AGAIN_NANOS;
      String reason = String.valueOf(failure.getMessage());
      boolean mayHelp = reason.contains(ASK_ANOTHER) || reason.contains(ASK_AGAIN);
      if (reason.contains(REFUSED)) {
        wait.onRefusal();
        if (!mayHelp) {
          throw new AdminException(reason);
        }
      }
      wait.pause("replica %d, the leader, says: %s".formatted(leader.replica(), reason));
    }
  }
}
