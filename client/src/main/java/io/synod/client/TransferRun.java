package io.synod.client;

import java.io.IOException;

/** One transfer of the leadership, from the first look at the cluster until another one leads. */
final class TransferRun {
  private final OperatorPort port;
  private final ClusterLook look;
  private final AdminWait wait;
  private final int to;

  /**
   * @param to the replica that is to lead; -1 for any
   */
  TransferRun(OperatorPort port, ClusterLook look, AdminWait wait, int to) {
    this.port = port;
    this.look = look;
    this.wait = wait;
    this.to = to;
  }

  ClusterMembers run() throws AdminException, InterruptedException {
    ReplicaReport before = look.leader(wait);
    if (before.replica() == to) {
      return before.members();
    }
    try {
      wait.onRequest();
      port.move(before.address(), to, wait.answer());
    } catch (IOException failure) {
      throw new AdminException(
          "replica %d, the leader, did not take the request: %s"
              .formatted(before.replica(), failure.getMessage()));
    }
    while (true) {
      ReplicaReport now = look.leader(wait);
      if (now.replica() == before.replica()) {
        checkGoesOn(before, now);
        wait.pause("replica %d transfers its leadership".formatted(before.replica()));
      } else if (to == -1 || to == now.replica()) {
        return now.members();
      } else {
        throw new AdminException(
            "replica %d leads, not replica %d: it was elected meanwhile"
                .formatted(now.replica(), to));
      }
    }
  }

  private static void checkGoesOn(ReplicaReport before, ReplicaReport now) throws AdminException {
    if (now.transfers().count() < before.transfers().count()) {
      throw new AdminException(
          "replica %d leads on: it was started again meanwhile".formatted(now.replica()));
    }
    boolean hasEnded = now.transfers().count() > before.transfers().count();
    if (hasEnded && now.transfers().failure() != null) {
      throw new AdminException(
          "replica %d leads on: %s".formatted(now.replica(), now.transfers().failure()));
    }
  }
}
