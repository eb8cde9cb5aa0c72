package io.synod.replica.assembly;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.version.ClusterVersion;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.wire.Levels;
import io.synod.replica.instrumentation.JsonFields;
import io.synod.replica.stage.SharedStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * What the replicas of a cluster run, as they have said when they connected; see docs/versions.md.
 * Any thread.
 */
final class Builds {
  private final int self;
  private final Levels own;
  private final KnownMembers members;
  private final SharedStatus shared;
  private final PeerNetwork peers;

  Builds(int self, Levels own, KnownMembers members, SharedStatus shared, PeerNetwork peers) {
    this.self = self;
    this.own = own;
    this.members = members;
    this.shared = shared;
    this.peers = peers;
  }

  /**
   * Why the cluster cannot be raised to {@code version}: every member and every standby that is
   * connected must know it. Null if it can.
   */
  String whyNot(ClusterVersion version) {
    Memberships memberships = shared.memberships();
    if (memberships != null && memberships.next() != null) {
      return "membership %d is decided and begins soon: ask again"
          .formatted(memberships.next().number());
    }
    Membership membership = members.membership();
    for (int replica = 0; replica < ReplicaSet.NUMBERS; replica++) {
      boolean isMember = membership.numbers().contains(replica);
      Levels levels = levels(replica);
      if (levels == null && isMember) {
        return ("replica %d is not connected to the leader, so nobody knows what it runs: start it, or"
                + " remove it from the members")
            .formatted(replica);
      }
      if (levels != null && !levels.known().knows(version)) {
        return "replica %d knows %s, with Synod %s, and not %s: start it with a build that does"
            .formatted(replica, levels.known(), levels.software(), version);
      }
    }
    return null;
  }

  /** What the replica knows; null if it is not connected. */
  private Levels levels(int replica) {
    if (replica == self) {
      return own;
    }
    return peers.isConnected(replica) ? peers.levels(replica) : null;
  }

  /** This replica and those that are connected. */
  List<JsonFields> json() {
    List<JsonFields> all = new ArrayList<>();
    for (int replica = 0; replica < ReplicaSet.NUMBERS; replica++) {
      Levels levels = levels(replica);
      if (levels != null) {
        all.add(put(levels, new JsonFields().put("replica", replica)));
      }
    }
    return all;
  }

  /** Adds what a build knows. */
  static JsonFields put(Levels levels, JsonFields fields) {
    return fields
        .put("software", levels.software())
        .put("lowestLevel", levels.lowest())
        .put("highestLevel", levels.highest())
        .put("oldestService", levels.known().oldestService())
        .put("newestService", levels.known().newestService());
  }
}
