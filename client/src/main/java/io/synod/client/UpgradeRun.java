package io.synod.client;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Raises a cluster to the newest version that all its replicas know. Asks again where the entry may
 * have been lost: a second one changes nothing.
 */
final class UpgradeRun {
  private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final String NOT_KNOWN = "start it with a build that does";

  private final OperatorPort port;
  private final ClusterLook look;
  private final AdminWait wait;

  // What is wanted; 0 before the first look.
  private int level;
  private int service;

  // When it was asked for last; -1 before that.
  private long askedNanos = -1;

  UpgradeRun(OperatorPort port, ClusterLook look, AdminWait wait) {
    this.port = port;
    this.look = look;
    this.wait = wait;
  }

  ClusterVersions run() throws AdminException, InterruptedException {
    while (true) {
      ReplicaReport leader = look.leader(wait);
      ClusterVersions now = leader.versions();
      if (level == 0) {
        level = Math.max(now.level(), now.newestLevel());
        service = Math.max(now.service(), now.newestService());
      }
      if (now.level() >= level && now.service() >= service && now.missing().isEmpty()) {
        return now;
      }
      ask(leader);
    }
  }

  private void ask(ReplicaReport leader) throws AdminException, InterruptedException {
    boolean isAsked = askedNanos >= 0 && wait.elapsedNanos() - askedNanos < ASK_AGAIN_NANOS;
    if (isAsked) {
      wait.pause("level %d and service version %d are being decided".formatted(level, service));
      return;
    }
    try {
      wait.onRequest();
      port.upgrade(leader.address(), level, service, wait.answer());
      askedNanos = wait.elapsedNanos();
    } catch (IOException failure) {
      String reason = String.valueOf(failure.getMessage());
      if (reason.contains(NOT_KNOWN) || reason.contains(ChangeRun.NOT_ALLOWED)) {
        throw new AdminException(reason);
      }
      if (reason.contains(LimitsRun.REFUSED)) {
        wait.onRefusal();
      }
      wait.pause("replica %d, the leader, says: %s".formatted(leader.replica(), reason));
    }
  }
}
