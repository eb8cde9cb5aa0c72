package io.synod.core.membership;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.event.Event;
import io.synod.core.testing.Effect;
import io.synod.core.testing.TestCluster;

/** A request of an operator; each method changes it and returns this. */
final class Operator {
  private MembershipRequest request;

  private Operator(MembershipRequest request) {
    this.request = request;
  }

  /** Of the membership with this number. */
  static Operator of(long number) {
    return new Operator(MembershipRequest.NONE.numbered(number));
  }

  Operator add(int... replicas) {
    for (int replica : replicas) {
      request = request.adding(ReplicaSet.of(replica));
    }
    return this;
  }

  Operator remove(int... replicas) {
    for (int replica : replicas) {
      request = request.removing(ReplicaSet.of(replica));
    }
    return this;
  }

  Operator move(int replica, String peer, String client) {
    request = request.moving(new MembershipRequest.Move(replica, peer, client));
    return this;
  }

  Operator quorums(int first, int second) {
    request = request.withQuorums(first, second);
    return this;
  }

  Operator alpha(int slots) {
    request = request.withAlpha(slots);
    return this;
  }

  Operator dryRun() {
    request = request.dryRun();
    return this;
  }

  Operator reuse() {
    request = request.reusingNumbers();
    return this;
  }

  /** Asks the leader; null if the change is proposed, else why not. */
  String ask(TestCluster cluster) {
    return askAt(cluster, cluster.leader());
  }

  String askAt(TestCluster cluster, int replica) {
    cluster.node(replica).effects().clear();
    cluster.node(replica).step(new Event.MembershipAsked("operator", request));
    for (Effect effect : cluster.node(replica).effects().all()) {
      if (effect instanceof Effect.TransferEnded answered && answered.ticket().equals("operator")) {
        return answered.failure();
      }
    }
    throw new AssertionError("the operator is not answered");
  }
}
