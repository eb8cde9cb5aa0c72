package io.synod.simulation.check;

import io.synod.core.session.SessionLimits;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import java.util.HashMap;
import java.util.Map;

/**
 * The same limits of sessions hold behind a slot on all replicas. Each change is the next one, and
 * lowers nothing that clients count on.
 */
final class SessionLimitChecks {
  // Behind the slots before this one, once they were changed somewhere.
  private final Map<Long, SessionLimits> byEnd = new HashMap<>();

  /** They hold at {@code replica} behind the slots before {@code end}. */
  void hold(int replica, long end, SessionLimits now) {
    if (now.number() == 0 && byEnd.isEmpty()) {
      return;
    }
    SessionLimits known = byEnd.putIfAbsent(end, now);
    if (known != null && !known.equals(now)) {
      throw new Violation(
          "behind the slots before %d replica %d has %s, and another one %s",
          end, replica, now, known);
    }
    SessionLimits before = byEnd.get(end - 1);
    if (before != null && !before.equals(now) && !follows(before, now)) {
      throw new Violation("slot %d makes %s of %s", end - 1, now, before);
    }
  }

  /** Whether {@code settings} held behind a slot, once they were changed somewhere. */
  boolean haveHeld(SessionSettings settings) {
    return byEnd.values().stream().anyMatch(limits -> limits.settings().equals(settings));
  }

  private static boolean follows(SessionLimits before, SessionLimits now) {
    SessionSettings then = now.settings();
    SessionSettings first = before.settings();
    AnswerLimits answers = first.answers();
    return now.number() > before.number()
        && then.outstandingMax() >= first.outstandingMax()
        && then.eventBytesMax() >= first.eventBytesMax()
        && then.answers().largestBytes() >= answers.largestBytes()
        && then.answers().sessionBytes() >= answers.sessionBytes();
  }
}
