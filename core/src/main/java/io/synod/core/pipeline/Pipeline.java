package io.synod.core.pipeline;

import io.synod.core.check.Check;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.message.Accept;
import io.synod.core.relay.Dissemination;
import io.synod.core.time.Deadline;
import io.synod.core.time.Timeouts;
import java.util.ArrayDeque;

/**
 * Phase 2 at the leader of one view: up to WND instances in parallel. First comes what Phase 1
 * found in earlier views, then what the batcher closes. Never opens a slot alpha or more slots
 * beyond the first undecided one, so it knows the membership of each slot that it opens. Lives as
 * long as its leadership.
 */
public final class Pipeline {
  private final View view;
  private final MembershipLog memberships;
  private final Membership membership;
  private final int quorum;
  private final Timeouts timeouts;
  private final Log log;
  private final Dissemination dissemination;
  private TakeOver takeOver;
  private final int window;
  private final Instance[] instances;
  private final ArrayDeque<Batch> waiting = new ArrayDeque<>();

  // Invariant: log.decided <= firstFree <= log.decided + alpha, unless catch-up has run ahead of
  // it.
  private long firstFree;

  // The change of the membership that waits for a slot; null if none does.
  private Batch change;

  // Whether it opens nothing new, but for the take-over.
  private boolean paused;

  // Invariant: as many instances, all between log.decided and firstFree.
  private int open;

  /** Sends open Accepts again. Runs: while an instance is open. */
  private final Deadline retransmit = new Deadline();

  private static final class Instance {
    final long slot;
    final Batch batch;
    final boolean proposed;
    final long openedNanos;
    long sentNanos;
    boolean waitedOn;
    ReplicaSet voters = ReplicaSet.EMPTY;

    Instance(long slot, Batch batch, boolean proposed, long nowNanos) {
      this.slot = slot;
      this.batch = batch;
      this.proposed = proposed;
      openedNanos = nowNanos;
      sentNanos = nowNanos;
    }
  }

  /**
   * @param memberships of the log; the current one decides in this view
   * @param window slots that may be open at a time, but for those between a change and its first
   *     slot
   * @param takeOver what Phase 1 found; its slots are proposed first
   */
  public Pipeline(
      MembershipLog memberships,
      int window,
      Timeouts timeouts,
      Log log,
      Dissemination dissemination,
      TakeOver takeOver) {
    this.view = takeOver.view();
    this.memberships = memberships;
    membership = memberships.current();
    quorum = membership.quorums().phase2();
    this.timeouts = timeouts;
    this.log = log;
    this.dissemination = dissemination;
    this.takeOver = takeOver;
    this.window = window;
    instances = new Instance[membership.alpha()];
    this.firstFree = log.decided();
  }

  /** After every slot that was proposed in this view. */
  public long end() {
    return firstFree;
  }

  /** Slots that are open: proposed in this view and not decided. */
  public int open() {
    return open;
  }

  /** Takes a batch from the batcher; it is proposed as soon as a slot of the window is free. */
  public void propose(Batch batch, long limit, long nowNanos, Effects out) {
    Check.that(
        waiting.size() < window, "batch %d waits for a window of %d", waiting.size(), window);
    waiting.add(batch);
    fill(limit, nowNanos, out);
  }

  /** Proposes a change of the membership in the next free slot, before the batches that wait. */
  public void change(Batch proposed, long limit, long nowNanos, Effects out) {
    Check.that(change == null, "a second change waits for a slot");
    change = proposed;
    fill(limit, nowNanos, out);
  }

  /** Keeps new batches waiting until {@link #resume}. */
  public void pause() {
    paused = true;
  }

  /** The next {@link #fill} opens what waits. */
  public void resume() {
    paused = false;
  }

  /**
   * Opens instances while the window has free slots and there is something to propose. Once a
   * change of the membership is decided, opens all slots that are left to this membership at once,
   * and none behind them.
   */
  public void fill(long limit, long nowNanos, Effects out) {
    firstFree = Math.max(firstFree, log.decided());
    long end = memberships.endOf(membership.number());
    fillWindow(Math.min(limit, end), nowNanos, out);
    if (end != Long.MAX_VALUE) {
      fillFence(end, nowNanos, out);
    }
  }

  private void fillFence(long end, long nowNanos, Effects out) {
    while (firstFree < Math.min(log.decided() + instances.length, end)) {
      if (log.isDecided(firstFree)) {
        firstFree++;
      } else {
        open(firstFree < takeOver.end() ? takeOver.batch(firstFree) : Batch.NOOP, nowNanos, out);
      }
    }
  }

  private void fillWindow(long limit, long nowNanos, Effects out) {
    int slots = Math.min(window, instances.length);
    while (firstFree < Math.min(log.decided() + slots, limit)) {
      if (log.isDecided(firstFree)) {
        firstFree++;
      } else if (firstFree < takeOver.end()) {
        open(takeOver.batch(firstFree), nowNanos, out);
      } else if (!takeOver.isEmpty()) {
        // All of it is proposed or known: its batches must not live as long as the leadership.
        takeOver = TakeOver.nothing(view);
      } else if (change != null && !paused) {
        open(change, nowNanos, out);
        change = null;
      } else if (!waiting.isEmpty() && !paused) {
        open(waiting.poll(), true, nowNanos, out);
      } else if (membership.number() > 0 && firstFree == membership.first()) {
        // A membership is settled, and can be changed again, once it has decided a slot.
        open(Batch.NOOP, nowNanos, out);
      } else {
        return;
      }
    }
  }

  /**
   * Counts votes for {@code slot}. Votes of other views never count.
   *
   * @return the batch if these votes have decided its slot, else null
   */
  public Batch onAccepted(View votedIn, long slot, ReplicaSet voters) {
    Instance instance = instance(slot);
    if (!votedIn.equals(view) || instance == null) {
      return null;
    }
    instance.voters = instance.voters.with(voters);
    return instance.voters.size() >= quorum ? instance.batch : null;
  }

  /** Whether {@code slot}, now decided, is open with another batch than the decision. */
  public boolean proposesOtherwise(long slot) {
    Instance instance = instance(slot);
    return instance != null && !instance.batch.equals(log.batch(slot));
  }

  /** {@code slot} is decided as it was proposed, by votes or because another replica knew it. */
  public void close(long slot, long nowNanos, Effects out) {
    Instance instance = instance(slot);
    if (instance == null) {
      return;
    }
    instances[index(slot)] = null;
    open--;
    dissemination.onDecided(instance.sentNanos, nowNanos);
    timeouts.decided(nowNanos - instance.openedNanos);
    if (instance.proposed) {
      out.proposalDecided(view, nowNanos - instance.openedNanos);
    }
  }

  /**
   * Begins to wait anew, once for each sending, for what is open: this leader ran late, and votes
   * may have come that are not read yet.
   */
  public void waitOn(long nowNanos) {
    retransmit.clear();
    for (Instance instance : instances) {
      if (instance != null) {
        if (!instance.waitedOn) {
          instance.waitedOn = true;
          instance.sentNanos = nowNanos;
        }
        wakeFor(instance);
      }
    }
  }

  /** Sends again what has been undecided for too long. */
  public void onDeadline(long nowNanos, Effects out) {
    if (!retransmit.hasPassed(nowNanos)) {
      return;
    }
    retransmit.clear();
    int resent = 0;
    for (Instance instance : instances) {
      if (instance == null) {
        continue;
      }
      if (nowNanos - instance.sentNanos >= timeouts.retransmitNanos()) {
        resend(instance, nowNanos, out);
        resent++;
      }
      wakeFor(instance);
    }
    if (resent > 0) {
      timeouts.retransmitted();
      out.observe(new ProtocolEvent.Retransmitted(resent));
    }
  }

  /**
   * No message comes from {@code replica}: sends again, at once, everything that it was to relay to
   * others.
   */
  public void onSilent(int replica, long nowNanos, Effects out) {
    dissemination.suspect(replica, nowNanos);
    int resent = 0;
    for (Instance instance : instances) {
      if (instance != null
          && !instance.voters.contains(replica)
          && dissemination.wentBy(replica, instance.slot)) {
        resend(instance, nowNanos, out);
        resent++;
      }
    }
    if (resent > 0) {
      out.observe(new ProtocolEvent.Retransmitted(resent));
    }
  }

  private void resend(Instance instance, long nowNanos, Effects out) {
    instance.sentNanos = nowNanos;
    instance.waitedOn = false;
    dissemination.resend(accept(instance), instance.voters, nowNanos, out);
  }

  public long nextWakeUpNanos() {
    return retransmit.atNanos();
  }

  public void invariants() {
    Check.that(
        firstFree <= log.decided() + instances.length,
        "slot %d is open more than alpha slots from %d on",
        firstFree,
        log.decided());
    int found = 0;
    for (long slot = log.decided(); slot < firstFree; slot++) {
      if (instance(slot) != null) {
        Check.that(!log.isDecided(slot), "slot %d is open and decided", slot);
        found++;
      }
    }
    Check.that(found == open, "%d of %d open slots are undecided", found, open);
  }

  /** Proposes what does not come from the batcher. */
  private void open(Batch batch, long nowNanos, Effects out) {
    open(batch, false, nowNanos, out);
  }

  private void open(Batch batch, boolean proposed, long nowNanos, Effects out) {
    Check.that(instances[index(firstFree)] == null, "slot %d opens in a full window", firstFree);
    Instance instance = new Instance(firstFree, batch, proposed, nowNanos);
    instances[index(firstFree)] = instance;
    open++;
    firstFree++;
    dissemination.send(accept(instance), nowNanos, out);
    wakeFor(instance);
  }

  private void wakeFor(Instance instance) {
    long at = instance.sentNanos + timeouts.retransmitNanos();
    if (!retransmit.isSet() || at - retransmit.atNanos() < 0) {
      retransmit.set(at);
    }
  }

  private Accept accept(Instance instance) {
    return new Accept(view, instance.slot, log.decided(), instance.batch);
  }

  private Instance instance(long slot) {
    Instance instance = instances[index(slot)];
    return instance != null && instance.slot == slot ? instance : null;
  }

  private int index(long slot) {
    return (int) (slot % instances.length);
  }
}
