package io.synod.simulation.cores;

import io.synod.simulation.scheduler.Scheduler;
import java.util.List;
import java.util.SplittableRandom;

/** What happens to replicas, most of it to the leader. */
final class CoreFaults {
  private static final long MILLI = 1_000_000;
  private static final int KINDS = 10;

  private final Scheduler scheduler;
  private final SplittableRandom random;

  // Null if no wall clock is set back.
  private final SplittableRandom setBacks;
  private final Links links;
  private final List<CoreReplica> replicas;
  private final long endNanos;

  CoreFaults(
      Scheduler scheduler,
      SplittableRandom random,
      SplittableRandom setBacks,
      Links links,
      List<CoreReplica> replicas,
      long endNanos) {
    this.scheduler = scheduler;
    this.random = random;
    this.setBacks = setBacks;
    this.links = links;
    this.replicas = replicas;
    this.endNanos = endNanos;
  }

  /** One fault now, and the next ones later. */
  void begin() {
    if (!scheduler.isBefore(endNanos)) {
      return;
    }
    int leader = leader(replicas);
    if (leader >= 0) {
      strike(leader);
    }
    scheduler.after(millis(30, 250), this::begin);
  }

  /** Of the latest view; -1 if there is none. */
  static int leader(List<CoreReplica> replicas) {
    int leader = -1;
    for (int number = 0; number < replicas.size(); number++) {
      CoreReplica replica = replicas.get(number);
      if (replica.leads() && (leader < 0 || replica.view().isAfter(replicas.get(leader).view()))) {
        leader = number;
      }
    }
    return leader;
  }

  private void strike(int leader) {
    switch (random.nextInt(KINDS)) {
      case 0 -> isolate(leader);
      case 1 -> {
        isolate(leader);
        restartOthers(leader);
      }
      case 2 -> pause(leader);
      case 3 -> suspend(leader);
      case 4 -> transfer(leader, other(leader));
      case 5 -> {
        transfer(leader, other(leader));
        scheduler.after(random.nextLong(3 * MILLI), () -> isolate(leader));
      }
      case 6 -> {
        transfer(leader, other(leader));
        links.hideNextCandidate();
        scheduler.after(millis(10, 40), () -> pause(leader));
      }
      case 7 -> {
        links.hideNextCandidate();
        pause(leader);
      }
      case 8 -> {
        links.hideNextCandidate();
        restart(leader, millis(1, 200));
      }
      default -> restart(random.nextInt(replicas.size()), millis(1, 20));
    }
  }

  private int other(int leader) {
    int drawn = random.nextInt(replicas.size() - 1);
    return drawn < leader ? drawn : drawn + 1;
  }

  /** From all others, who may notice that the connection is broken. */
  private void isolate(int replica) {
    // In one direction only, or in both.
    int direction = random.nextInt(4);
    boolean isNoticed = random.nextBoolean();
    long lastsNanos = millis(50, 300);
    for (int peer = 0; peer < replicas.size(); peer++) {
      if (direction != 0) {
        links.cut(replica, peer, lastsNanos);
      }
      if (direction != 1) {
        links.cut(peer, replica, lastsNanos);
      }
      if (isNoticed && peer != replica) {
        replicas.get(peer).disconnected(replica);
      }
    }
  }

  private void restartOthers(int leader) {
    for (int number = 0; number < replicas.size(); number++) {
      if (number != leader) {
        restart(number, millis(1, 10));
      }
    }
  }

  private void restart(int number, long downNanos) {
    CoreReplica replica = replicas.get(number);
    if (replica.mayCrash(replicas)) {
      replica.crash();
      scheduler.after(downNanos, replica::start);
    }
  }

  private void pause(int number) {
    CoreReplica replica = replicas.get(number);
    if (!replica.isStill()) {
      replica.pause();
      scheduler.after(millis(20, 300), replica::resume);
    }
  }

  private void suspend(int number) {
    CoreReplica replica = replicas.get(number);
    if (!replica.isStill()) {
      // Also so short that only the difference of a lease and a vow is used up.
      long lastsNanos = random.nextBoolean() ? millis(2, 30) : millis(20, 400);
      replica.pause();
      if (setBacks != null && setBacks.nextBoolean()) {
        // By less than that it would hide the suspension.
        replica.setWallBack(lastsNanos + setBacks.nextLong(2 * MILLI, 1_000 * MILLI));
      }
      scheduler.after(lastsNanos, () -> replica.resumeSuspended(lastsNanos));
    }
  }

  private void transfer(int leader, int target) {
    replicas.get(leader).transferTo(target);
  }

  private long millis(long least, long most) {
    return random.nextLong(least * MILLI, most * MILLI);
  }
}
