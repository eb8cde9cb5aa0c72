package io.synod.core.membership;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.event.Event;
import io.synod.core.testing.Effect;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;

/** A request of an operator; each method changes it and returns this. */
final class Operator {
  private final long number;
  private ReplicaSet add = ReplicaSet.EMPTY;
  private ReplicaSet remove = ReplicaSet.EMPTY;
  private final List<MembershipRequest.Move> moves = new ArrayList<>();
  private int phase1 = MembershipRequest.UNCHANGED;
  private int phase2 = MembershipRequest.UNCHANGED;
  private int alpha = MembershipRequest.UNCHANGED;
  private boolean dryRun;
  private boolean reuse;

  private Operator(long number) {
    this.number = number;
  }

  /** Of the membership with this number. */
  static Operator of(long number) {
    return new Operator(number);
  }

  Operator add(int... replicas) {
    for (int replica : replicas) {
      add = add.with(replica);
    }
    return this;
  }

  Operator remove(int... replicas) {
    for (int replica : replicas) {
      remove = remove.with(replica);
    }
    return this;
  }

  Operator move(int replica, String peer, String client) {
    moves.add(new MembershipRequest.Move(replica, peer, client));
    return this;
  }

  Operator quorums(int first, int second) {
    phase1 = first;
    phase2 = second;
    return this;
  }

  Operator alpha(int slots) {
    alpha = slots;
    return this;
  }

  Operator dryRun() {
    dryRun = true;
    return this;
  }

  Operator reuse() {
    reuse = true;
    return this;
  }

  /** Asks the leader; null if the change is proposed, else why not. */
  String ask(TestCluster cluster) {
    return askAt(cluster, cluster.leader());
  }

  String askAt(TestCluster cluster, int replica) {
    MembershipRequest request =
        new MembershipRequest(
            number, dryRun, reuse, add, remove, moves, List.of(), phase1, phase2, alpha);
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
