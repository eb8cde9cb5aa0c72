package io.synod.simulation.cores;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.membership.Memberships;
import io.synod.core.message.Message;
import io.synod.core.replica.Replica;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.replica.Role;
import io.synod.core.settings.Consistency;
import io.synod.core.time.Deadline;
import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A replica's core on a machine of its own, as the protocol stage runs it: it reads both clocks
 * before each read and at each wake-up.
 */
final class CoreReplica {
  private static final long STOPPED_NANOS = 1_000_000;

  private final ReplicaSettings settings;
  private final Scheduler scheduler;
  private final MachineClock clock;
  private final SlowDisk disk;
  private final Links links;
  private final CoreWatch watch;
  private final LongSupplier seeds;
  private final ArrayDeque<Event> inbox = new ArrayDeque<>();

  // Null while it is down.
  private Replica replica;
  private CoreEffects effects;
  private boolean still;
  private int life;
  private long wakeAt = Deadline.NEVER;
  private long executedSeen;
  private long activeAt;
  private boolean left;

  // Whether a crash has taken votes that were not on its disk, or the disk was lost.
  private boolean lost;

  CoreReplica(
      ReplicaSettings settings,
      Scheduler scheduler,
      MachineClock clock,
      SlowDisk disk,
      Links links,
      CoreWatch watch,
      LongSupplier seeds) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.clock = clock;
    this.disk = disk;
    this.links = links;
    this.watch = watch;
    this.seeds = seeds;
  }

  void start() {
    if (replica == null && !left) {
      effects = new CoreEffects(settings.self(), links, disk, watch);
      replica = new Replica(settings, disk.recover(), seeds.getAsLong());
      executedSeen = 0;
      replica.start(clock.nanos(), effects);
      finish();
    }
  }

  void crash() {
    lost |= !disk.keepsVotes() && replica != null && replica.currentRole() != Role.STANDBY;
    replica = null;
    life++;
    inbox.clear();
    disk.crash();
  }

  /** Crashes, and what was on its disk is gone. */
  void loseDisk() {
    crash();
    lost = true;
    disk.lose(seeds.getAsLong());
  }

  /** Whether the others can make up for what it loses, if none of them makes others do so. */
  boolean mayCrash(List<CoreReplica> replicas) {
    if (disk.keepsVotes()) {
      return true;
    }
    if (replica != null && replica.currentRole() == Role.STANDBY) {
      // It may be about to be added, and would have to join then.
      return false;
    }
    return !hasAnotherLost(replicas);
  }

  /** Whether another replica has lost its votes and is no member yet. */
  boolean hasAnotherLost(List<CoreReplica> replicas) {
    long newest = 0;
    for (CoreReplica each : replicas) {
      newest = each.isUp() ? Math.max(newest, each.memberships().current().number()) : newest;
    }
    for (CoreReplica other : replicas) {
      if (other != this && other.isLost(newest)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether it has lost its votes. As a standby it stays so: if it is added again, it joins before
   * it votes.
   */
  private boolean isLost(long newest) {
    boolean isBack =
        replica != null && replica.memberships().current().number() == newest && isMember();
    lost &= !isBack;
    return lost;
  }

  boolean isUp() {
    return replica != null;
  }

  /** Whether it acts as a member of this membership, and knows of no later one. */
  boolean isMemberOf(long number) {
    return isMember()
        && replica.memberships().current().number() == number
        && replica.memberships().next() == null;
  }

  /** Whether it votes. */
  boolean isMember() {
    return replica != null
        && replica.currentRole() != Role.RECOVERING
        && replica.currentRole() != Role.STANDBY;
  }

  /** The process does nothing until {@link #resume}; its clocks go on. */
  void pause() {
    still = true;
  }

  void resume() {
    still = false;
    while (!inbox.isEmpty() && !still) {
      handle(inbox.poll());
    }
  }

  /** The whole machine was suspended since {@link #pause}, for {@code forNanos}. */
  void resumeSuspended(long forNanos) {
    clock.suspended(forNanos);
    resume();
  }

  /** Its wall clock is set back. */
  void setWallBack(long byNanos) {
    clock.setBack(byNanos);
  }

  boolean isStill() {
    return still;
  }

  /** Counts its crashes. */
  int life() {
    return life;
  }

  boolean leads() {
    return replica != null && replica.leads();
  }

  View view() {
    return replica.promised();
  }

  boolean leads(View view) {
    return leads() && view().equals(view);
  }

  void receive(int from, Message message) {
    offer(new Event.Received(from, message));
  }

  /** A client reads here. */
  void read(Consistency consistency) {
    offer(new Event.ReadRequested(watch.answers().read(), consistency));
  }

  /** An operator asks here. */
  void change(MembershipRequest request) {
    offer(new Event.MembershipAsked("operator", request));
  }

  /** As far as it knows. */
  Memberships memberships() {
    return replica.memberships();
  }

  /** Whether it has ended because it was removed. */
  boolean hasLeft() {
    return left;
  }

  /**
   * Starts after it has ended, with what is on its disk. Without one it would be a new replica of
   * the first membership.
   */
  void startAgain() {
    if (disk.keepsIncarnations()) {
      left = false;
      start();
    }
  }

  /** When it did something last. */
  long activeAt() {
    return activeAt;
  }

  /** A client writes here, if the window has space. */
  void write(Batch batch) {
    if (leads() && !still && effects.proposing() < settings.pipeline().window()) {
      effects.proposes();
      offer(new Event.Proposed(view(), batch));
    }
  }

  /** The connection to {@code peer} has broken. */
  void disconnected(int peer) {
    offer(new Event.PeerDisconnected(peer));
  }

  void transferTo(int target) {
    offer(new Event.TransferAsked("transfer", target));
  }

  private void offer(Event event) {
    if (replica == null) {
      return;
    }
    if (still) {
      inbox.add(event);
    } else {
      handle(event);
    }
  }

  private void handle(Event event) {
    if (event instanceof Event.ReadRequested) {
      step(new Event.WallClock(clock.wallNanos()));
      effects.inRead(true);
      step(event);
      effects.inRead(false);
    } else if (event instanceof Event.WakeUp) {
      step(new Event.WallClock(clock.wallNanos()));
    } else {
      step(event);
    }
    if (effects.executedEnd() > executedSeen) {
      executedSeen = effects.executedEnd();
      step(new Event.Executed(executedSeen));
    }
    finish();
  }

  private void step(Event event) {
    activeAt = scheduler.now();
    replica.step(event, clock.nanos(), effects);
  }

  private void finish() {
    replica.endCycle(clock.nanos(), effects);
    if (effects.leaves()) {
      left = true;
      crash();
      return;
    }
    if (effects.isReplaced()) {
      crash();
      scheduler.after(STOPPED_NANOS, this::start);
      return;
    }
    long next = replica.nextWakeUpNanos();
    if (next == Deadline.NEVER) {
      return;
    }
    long at = Math.max(scheduler.now(), clock.virtual(next));
    if (at < wakeAt) {
      wakeAt = at;
      scheduler.at(at, () -> wake(at));
    }
  }

  private void wake(long at) {
    if (at != wakeAt) {
      return;
    }
    wakeAt = Deadline.NEVER;
    if (replica != null) {
      offer(Event.WakeUp.INSTANCE);
    }
  }
}
