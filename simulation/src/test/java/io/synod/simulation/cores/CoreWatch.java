package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.simulation.scheduler.Scheduler;
import java.util.List;
import java.util.function.Consumer;

/** Observes the replicas of a run. What they must not do is a violation; who leads is passed on. */
final class CoreWatch {
  private final Answers answers = new Answers();
  private final MembershipChecks memberships;
  private final Scheduler scheduler;
  private final List<CoreReplica> replicas;
  private final long activeNanos;
  private final Consumer<CoreReplica> leads;

  /**
   * @param replicas are added later, by number
   * @param activeNanos a replica that has done nothing for so long does not run
   * @param leads receives each new leader
   */
  CoreWatch(
      Membership first,
      Scheduler scheduler,
      List<CoreReplica> replicas,
      long activeNanos,
      Consumer<CoreReplica> leads) {
    memberships = new MembershipChecks(first);
    this.scheduler = scheduler;
    this.replicas = replicas;
    this.activeNanos = activeNanos;
    this.leads = leads;
  }

  Answers answers() {
    return answers;
  }

  MembershipChecks memberships() {
    return memberships;
  }

  void leads(int replica) {
    leads.accept(replicas.get(replica));
  }

  void proposesChange(int leader, ProtocolEvent.ChangingMembership changing) {
    ReplicaSet active = ReplicaSet.EMPTY;
    for (int number = 0; number < replicas.size(); number++) {
      boolean runs = replicas.get(number).activeAt() > scheduler.now() - activeNanos;
      active = runs ? active.with(number) : active;
    }
    memberships.proposes(leader, changing.view().membership(), changing.next(), active);
  }
}
