package io.synod.replica.stage;

import io.synod.core.session.SessionLimits;

/** Is notified of changes of the limits of sessions. Service thread. */
public interface SessionLimitsListener {
  /** From slot {@code end} on these hold: every slot before it is executed. */
  void changed(long end, SessionLimits limits);
}
