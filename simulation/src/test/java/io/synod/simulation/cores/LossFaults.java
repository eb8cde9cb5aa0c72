package io.synod.simulation.cores;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.Message;
import io.synod.simulation.scheduler.Scheduler;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Replicas that keep no votes on disk lose them, one after the other and several at a time, but
 * never more at a time than the quorums allow: from its loss until it has joined again a replica
 * counts as lost. What passes meanwhile is drawn, or is what an error in recovery needs.
 */
final class LossFaults {
  private static final long MILLI = 1_000_000;
  private static final int DISCONNECTIONS = 4;
  private static final int ALPHA_MAX = 8;

  private final CoreKind kind;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final Links links;
  private final List<CoreReplica> replicas;
  private final Quorums quorums;
  private final long endNanos;

  // Replicas that have lost their votes since the last schedule began.
  private ReplicaSet since = ReplicaSet.EMPTY;

  private boolean quiet;
  private int lost;

  LossFaults(
      CoreKind kind,
      Scheduler scheduler,
      SplittableRandom random,
      Links links,
      List<CoreReplica> replicas,
      Quorums quorums,
      long endNanos) {
    this.kind = kind;
    this.scheduler = scheduler;
    this.random = random;
    this.links = links;
    this.replicas = replicas;
    this.quorums = quorums;
    this.endNanos = endNanos;
  }

  /** One schedule now, if all replicas are members, and the next ones later. */
  void begin() {
    links.gate(Links.Gate.OPEN);
    quiet = false;
    if (!scheduler.isBefore(endNanos)) {
      return;
    }
    int leader = CoreFaults.leader(replicas);
    if (leader < 0 || !areMembersOf(membership(leader))) {
      scheduler.after(millis(5, 30), this::begin);
      return;
    }
    since = ReplicaSet.EMPTY;
    scheduler.after(schedule(leader), this::begin);
  }

  /**
   * Begins one.
   *
   * @return how long it lasts
   */
  private long schedule(int leader) {
    if (kind == CoreKind.LOSSES_ACROSS) {
      if (leader == 0) {
        disconnect(leader);
        return millis(100, 200);
      }
      links.gate(new ForgottenAcross(this, random.split(), replicas.size(), leader));
      return millis(400, 600);
    }
    int drawn = random.nextInt(5);
    if (drawn < 2 && ForgottenAnswer.fits(quorums)) {
      links.gate(new ForgottenAnswer(this, random.split(), quorums, leader));
      disconnectSoon(leader);
      return millis(250, 450);
    }
    if (drawn < 4) {
      links.gate(new ForgottenPart(this, random.split(), quorums, leader));
      return millis(500, 800);
    }
    links.gate(new DrawnLosses(this, random.split(), replicas.size()));
    return millis(50, 400);
  }

  /**
   * All others lose their connections to the leader, and find it again with its next heartbeat.
   * Meanwhile one of them may become a candidate.
   */
  void disconnectSoon(int leader) {
    for (int times = 0; times < DISCONNECTIONS; times++) {
      scheduler.after(random.nextLong(1, 100 * MILLI), () -> disconnect(leader));
    }
  }

  /** All others lose their connections to that replica. */
  void disconnect(int replica) {
    for (int peer = 0; peer < replicas.size(); peer++) {
      if (peer != replica) {
        replicas.get(peer).disconnected(replica);
      }
    }
  }

  /** A replica loses its votes soon, if the others can make up for that then. */
  void loseSoon(int number) {
    scheduler.after(random.nextLong(10_000, 3 * MILLI), () -> lose(number));
  }

  private void lose(int number) {
    CoreReplica replica = replicas.get(number);
    ReplicaSet others = members().without(ReplicaSet.of(number));
    int lostThen = replicas.size() - others.size();
    if (!replica.isUp() || lostThen > quorums.losable()) {
      return;
    }
    since = since.with(number);
    lost++;
    if (random.nextInt(4) == 0) {
      replica.loseDisk();
    } else {
      replica.crash();
    }
    scheduler.after(millis(1, 10), replica::start);
  }

  private boolean areMembersOf(long membership) {
    for (CoreReplica replica : replicas) {
      if (!replica.isMemberOf(membership)) {
        return false;
      }
    }
    return true;
  }

  private ReplicaSet members() {
    ReplicaSet members = ReplicaSet.EMPTY;
    for (int number = 0; number < replicas.size(); number++) {
      members = isMember(number) ? members.with(number) : members;
    }
    return members;
  }

  private boolean isMember(int number) {
    return replicas.get(number).isMember();
  }

  /** Whether it has lost its votes since the schedule began. */
  boolean hasLost(int number) {
    return since.contains(number);
  }

  /** Whether it has lost its votes since the schedule began, and is a member again. */
  boolean isBack(int number) {
    return hasLost(number) && isMember(number);
  }

  /** The number of the membership that it is in; it is up. */
  long membership(int number) {
    return replicas.get(number).memberships().current().number();
  }

  boolean isIn(int number, long membership) {
    return replicas.get(number).isUp() && membership(number) == membership;
  }

  boolean leadsIn(int number, long membership) {
    CoreReplica replica = replicas.get(number);
    return replica.leads() && replica.view().membership() == membership;
  }

  /** An operator asks the leader for another {@code alpha}. */
  void change(int leader) {
    scheduler.after(millis(1, 3), () -> replicas.get(leader).change(alpha(membership(leader) + 1)));
  }

  private MembershipRequest alpha(long number) {
    return MembershipRequest.NONE
        .numbered(number)
        .reusingNumbers()
        .withAlpha(random.nextInt(1, ALPHA_MAX + 1));
  }

  /** A message that was held back arrives after all. */
  void deliverSoon(int from, int to, Message message) {
    long soon = random.nextLong(10_000, MILLI);
    scheduler.after(soon, () -> replicas.get(to).receive(from, message));
  }

  boolean leads(int number, View view) {
    return replicas.get(number).leads(view);
  }

  /** Clients write nothing from now on, or go on. */
  void keepClientsQuiet(boolean areQuiet) {
    quiet = areQuiet;
  }

  boolean areClientsQuiet() {
    return quiet;
  }

  /** Times that a replica has lost its votes. */
  int lost() {
    return lost;
  }

  private long millis(long least, long most) {
    return random.nextLong(least * MILLI, most * MILLI);
  }
}
