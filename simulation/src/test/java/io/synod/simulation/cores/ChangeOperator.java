package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.simulation.scheduler.ReplicaDraw;
import io.synod.simulation.scheduler.Scheduler;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Asks leaders for other members, at any time and as soon as one leads, keeps a replica down for
 * long, starts removed ones again and, in half of the seeds, members with an empty disk. Where a
 * crash loses votes, there is one at a time.
 */
final class ChangeOperator {
  private static final long MILLI = 1_000_000;
  private static final int ALPHA_MAX = 8;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final List<CoreReplica> replicas;
  private final long endNanos;
  // Then each membership can go on without one member.
  private final boolean losesDisks;

  ChangeOperator(
      Scheduler scheduler,
      SplittableRandom random,
      List<CoreReplica> replicas,
      long endNanos,
      boolean losesVotes) {
    this.scheduler = scheduler;
    this.random = random;
    this.replicas = replicas;
    this.endNanos = endNanos;
    losesDisks = random.nextBoolean() || losesVotes;
  }

  /** Acts now and, until the end, again and again. */
  void begin() {
    if (!scheduler.isBefore(endNanos)) {
      return;
    }
    for (CoreReplica replica : replicas) {
      if (replica.leads()) {
        ask(replica);
      } else if (replica.hasLeft() && random.nextInt(6) == 0) {
        replica.startAgain();
      }
    }
    if (random.nextInt(10) == 0) {
      CoreReplica down = replicas.get(random.nextInt(replicas.size()));
      long downNanos = random.nextLong(300 * MILLI, 1_000 * MILLI);
      if (down.mayCrash(replicas)) {
        down.crash();
        scheduler.after(downNanos, down::start);
      }
    }
    if (losesDisks && random.nextInt(10) == 0) {
      replace(replicas.get(random.nextInt(replicas.size())));
    }
    scheduler.after(random.nextLong(2 * MILLI, 150 * MILLI), this::begin);
  }

  /**
   * Starts a member with an empty disk, if all others are members and have theirs. A standby that
   * has lost its own may be about to be added, and has to join first.
   */
  private void replace(CoreReplica lost) {
    boolean mayLose = lost.mayCrash(replicas) && !lost.hasAnotherLost(replicas);
    if (!lost.isUp() || !mayLose) {
      return;
    }
    Membership newest = lost.memberships().current();
    boolean mayBeLost = newest.quorums().losable() > 0;
    for (int number : newest.numbers().numbers()) {
      mayBeLost &= replicas.get(number).isMemberOf(newest.number());
    }
    if (mayBeLost && lost.isMemberOf(newest.number())) {
      lost.loseDisk();
      scheduler.after(random.nextLong(MILLI, 30 * MILLI), lost::start);
    }
  }

  /** It has become the leader. */
  void leads(CoreReplica leader) {
    if (random.nextBoolean() && scheduler.isBefore(endNanos)) {
      scheduler.after(random.nextLong(MILLI), () -> ask(leader));
    }
  }

  private void ask(CoreReplica leader) {
    if (leader.leads()) {
      leader.change(request(leader.memberships().current()));
    }
  }

  private MembershipRequest request(Membership current) {
    ReplicaSet members = current.numbers();
    ReplicaSet outside = ReplicaSet.all(replicas.size()).without(members);
    ReplicaSet add = ReplicaSet.EMPTY;
    ReplicaSet remove = ReplicaSet.EMPTY;
    int alpha = MembershipRequest.UNCHANGED;
    switch (random.nextInt(5)) {
      case 0 -> add = some(outside, 1);
      case 1 -> remove = some(members, 1);
      case 2 -> {
        add = some(outside, 1);
        remove = some(members, 1);
      }
      case 3 -> {
        add = some(outside, replicas.size());
        remove = some(members, random.nextInt(1, members.size() + 1));
      }
      default -> alpha = random.nextInt(1, ALPHA_MAX + 1);
    }
    int losable = losesDisks ? 1 : 0;
    int size = members.size() + add.size() - remove.size();
    if (size < 1 + 2 * losable) {
      remove = ReplicaSet.EMPTY;
      size = members.size() + add.size();
    }
    boolean isSet = random.nextInt(4) == 0;
    int unset = add.size() == remove.size() ? MembershipRequest.UNCHANGED : Membership.MAJORITY;
    int phase2 = isSet ? random.nextInt(1 + losable, size + 1 - losable) : unset;
    int phase1 = isSet ? size + 1 - phase2 : unset;
    return new MembershipRequest(
        current.number() + 1,
        random.nextInt(10) == 0,
        true,
        add,
        remove,
        List.of(),
        List.of(),
        phase1,
        phase2,
        alpha);
  }

  private ReplicaSet some(ReplicaSet replicas, int most) {
    return ReplicaDraw.some(replicas, most, random);
  }
}
