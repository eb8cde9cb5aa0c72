package io.synod.client;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Logs why replicas do not serve this client: once, until the replica gives another reason or has
 * answered a request. Confined to the event loop.
 */
final class RefusalLog {
  // More addresses than a cluster has: beyond it the log may repeat itself. A reason has 64 KiB at
  // most on the wire, so they are 4 MiB at most.
  private static final int REPLICAS_MAX = 64;

  private final Logger log;

  // By the replica's address.
  private final Map<String, String> reasons = new HashMap<>();

  RefusalLog(Logger log) {
    this.log = log;
  }

  void refused(String replica, String reason) {
    log(replica, "refused this client: " + reason, "the client tries the other replicas");
  }

  /** The address may be that of something else. */
  void malformed(String replica, String what) {
    log(replica, what, "the client connects again");
  }

  private void log(String replica, String reason, String outlook) {
    if (reasons.size() == REPLICAS_MAX) {
      reasons.clear();
    }
    if (reason.equals(reasons.put(replica, reason))) {
      log.debug("{} {} again", replica, reason);
    } else {
      log.warn("{} {}; {}", replica, reason, outlook);
    }
  }

  void answered(String replica) {
    reasons.remove(replica);
  }
}
