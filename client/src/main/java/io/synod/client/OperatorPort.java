package io.synod.client;

import io.netty.buffer.ByteBufAllocator;
import io.synod.core.command.BatchEntry;
import io.synod.core.session.SessionLimits;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.UpgradeEntry;
import io.synod.network.wire.ChangeMembers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** What an operator asks of one replica. Each method blocks; several threads call it. */
interface OperatorPort {

  /** Its status, a JSON object. */
  String status(InetSocketAddress replica, Duration timeout)
      throws IOException, InterruptedException;

  /** Asks the leader for other members; its status before. */
  String change(InetSocketAddress leader, ChangeMembers change, Duration timeout)
      throws IOException, InterruptedException;

  /** Asks the leader to transfer its leadership; its status before, which may be somewhat old. */
  String move(InetSocketAddress leader, int to, Duration timeout)
      throws IOException, InterruptedException;

  /** Asks the leader to raise the cluster's version; its status before. */
  String upgrade(InetSocketAddress leader, int level, int service, Duration timeout)
      throws IOException, InterruptedException;

  /** Asks the leader for other limits of sessions; its status before. */
  String changeLimits(InetSocketAddress leader, SessionLimits limits, Duration timeout)
      throws IOException, InterruptedException;

  /** Over sockets. */
  static OperatorPort of(String cluster) {
    return new OperatorPort() {
      @Override
      public String status(InetSocketAddress replica, Duration timeout)
          throws IOException, InterruptedException {
        return ReplicaStatus.fetch(replica, timeout);
      }

      @Override
      public String change(InetSocketAddress leader, ChangeMembers change, Duration timeout)
          throws IOException, InterruptedException {
        return ReplicaStatus.ask(leader, cluster, change.encode(ByteBufAllocator.DEFAULT), timeout);
      }

      @Override
      public String move(InetSocketAddress leader, int to, Duration timeout)
          throws IOException, InterruptedException {
        return ReplicaStatus.moveLeader(leader, cluster, to, timeout);
      }

      @Override
      public String upgrade(InetSocketAddress leader, int level, int service, Duration timeout)
          throws IOException, InterruptedException {
        byte[] upgrade = UpgradeEntry.payload(new ClusterVersion(level, service));
        return ReplicaStatus.propose(leader, cluster, BatchEntry.UPGRADE, upgrade, timeout);
      }

      @Override
      public String changeLimits(InetSocketAddress leader, SessionLimits limits, Duration timeout)
          throws IOException, InterruptedException {
        return ReplicaStatus.propose(leader, cluster, BatchEntry.LIMITS, limits.payload(), timeout);
      }
    };
  }
}
