package io.synod.replica.assembly;

import io.synod.core.session.SessionLimits;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.SessionKeys;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.stage.SessionLimitsListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs changes of the limits of sessions, and warns of those for which a replica is not made: what
 * is decided holds, but its frames or its memory may not suffice.
 *
 * @param who the replica, in words
 */
record SessionLimitsLog(String who, SynodConfig config, JvmMemory memory)
    implements SessionLimitsListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  @Override
  public void changed(long end, SessionLimits limits) {
    LOG.info(
        "{}: from slot {} on, by change {}, the limits of sessions are {}",
        who,
        end,
        limits.number(),
        SessionKeys.texts(limits.settings()));
    String reason = config.whyNot(limits.settings(), memory);
    if (reason != null) {
      LOG.warn("{} goes on with limits of sessions that it is not made for: {}", who, reason);
    }
  }
}
