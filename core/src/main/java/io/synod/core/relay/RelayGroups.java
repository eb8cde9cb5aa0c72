package io.synod.core.relay;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.Effects;
import io.synod.core.message.Accept;
import io.synod.core.message.Prepare;
import io.synod.core.message.Relay;
import io.synod.core.settings.RelaySettings;
import io.synod.core.time.Jitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * By way of one relay in each group, drawn at random (PigPaxos, section 3.2). The Accepts of one
 * cycle go together, over the same relays: those of slots that open, and those of slots that are
 * sent again where the same replicas have voted.
 */
public final class RelayGroups implements Dissemination {
  private static final int NOBODY = -1;
  private static final long NEVER = Long.MIN_VALUE;

  // A suspected replica relays nothing for one to two times this many relay timeouts.
  private static final int SUSPICION_TIMEOUTS = 20;

  // What a late slot and one in time weigh: where more than a third are late it grows.
  private static final int LATE = 2;
  private static final int IN_TIME = -1;
  private static final int LATENESS_MAX = 16;

  // Beside its batch, what an Accept takes in a message at most.
  private static final int OVERHEAD_BYTES = 32;

  private final ReplicaSet me;
  private final ReplicaSet everyone;
  private final RelaySettings settings;
  private final int bytesMax;
  private final Jitter jitter;
  private final long[] suspectedUntil;
  private List<ReplicaSet> groups;
  private long drawnNanos = NEVER;

  // Of slots that went by these groups.
  private int lateness;

  // Of each slot of the window: which one it is, and the relays of its last Accept.
  private final long[] slots;
  private final ReplicaSet[] relays;

  // The Accepts of this cycle, by the replicas that have voted already: none for a slot that opens.
  private final Map<ReplicaSet, Together> gathered = new LinkedHashMap<>();

  /** Accepts that go together. */
  private static final class Together {
    final List<Accept> messages = new ArrayList<>();
    long bytes;

    /** A Relay is of one view. A leader may get the leadership back within a cycle. */
    boolean isOfOtherView(Accept message) {
      return !messages.isEmpty() && !messages.get(0).view().equals(message.view());
    }
  }

  /**
   * @param window slots that may be open
   * @param bytesMax batches that go together; one always goes
   */
  public RelayGroups(
      int self,
      ReplicaSet everyone,
      RelaySettings settings,
      int window,
      int bytesMax,
      Jitter jitter) {
    this.me = ReplicaSet.of(self);
    this.everyone = everyone;
    this.settings = settings;
    this.bytesMax = bytesMax;
    this.jitter = jitter;
    suspectedUntil = new long[everyone.end()];
    Arrays.fill(suspectedUntil, NEVER);
    slots = new long[window];
    relays = new ReplicaSet[window];
    Arrays.fill(relays, ReplicaSet.EMPTY);
    groups = drawGroups();
  }

  @Override
  public void send(Prepare message, long nowNanos, Effects out) {
    if (!message.transferred().equals(View.NONE)) {
      // A relay passes on the view and the first slot only.
      out.sendWhenDurable(everyone, message);
      return;
    }
    out.sendWhenDurable(me, message);
    for (ReplicaSet group : groups) {
      int relay = drawRelay(group, nowNanos);
      ReplicaSet members = relay == NOBODY ? group : group.without(ReplicaSet.of(relay));
      if (relay == NOBODY || members.isEmpty()) {
        out.sendWhenDurable(group, message);
      } else {
        Relay order = new Relay(members, answers(group, nowNanos), List.of(message));
        out.sendWhenDurable(ReplicaSet.of(relay), order);
      }
    }
  }

  @Override
  public void send(Accept message, long nowNanos, Effects out) {
    out.send(me, message);
    gather(message, ReplicaSet.EMPTY, nowNanos, out);
  }

  /**
   * Suspects those relays of an undecided slot that have not even voted. Draws random groups anew
   * (PigPaxos, sections 3.4 and 4.1).
   */
  @Override
  public void resend(Accept message, ReplicaSet voted, long nowNanos, Effects out) {
    ReplicaSet silent = relaysOf(message.slot()).without(voted);
    for (int peer = silent.first(); peer < ReplicaSet.NUMBERS; peer = silent.after(peer)) {
      suspect(peer, nowNanos);
    }
    if (drawnNanos == NEVER || nowNanos - drawnNanos > settings.timeoutNanos()) {
      drawAnew(nowNanos);
    }
    if (!voted.contains(me)) {
      out.send(me, message);
    }
    // Until it is passed on it has no relay; otherwise it would be sent a third time.
    note(message.slot(), ReplicaSet.EMPTY);
    gather(message, voted, nowNanos, out);
  }

  private void gather(Accept message, ReplicaSet voted, long nowNanos, Effects out) {
    Together together = gathered.computeIfAbsent(voted, none -> new Together());
    long bytes = message.batch().length() + OVERHEAD_BYTES;
    boolean isFull = together.bytes > 0 && together.bytes + bytes > bytesMax;
    if (isFull || together.isOfOtherView(message)) {
      pass(together, voted, nowNanos, out);
    }
    together.messages.add(message);
    together.bytes += bytes;
  }

  @Override
  public void endCycle(long nowNanos, Effects out) {
    gathered.forEach((voted, together) -> pass(together, voted, nowNanos, out));
    gathered.clear();
  }

  private void pass(Together together, ReplicaSet voted, long nowNanos, Effects out) {
    ReplicaSet drawn = ReplicaSet.EMPTY;
    for (ReplicaSet group : groups) {
      drawn = drawn.with(pass(group, group.without(voted), together.messages, nowNanos, out));
    }
    for (Accept message : together.messages) {
      note(message.slot(), drawn);
    }
    together.messages.clear();
    together.bytes = 0;
  }

  @Override
  public void suspect(int replica, long nowNanos) {
    long base = SUSPICION_TIMEOUTS * settings.timeoutNanos();
    long until = nowNanos + jitter.between(base, 2 * base);
    // A replica that stays silent gets no work between one suspicion and the next.
    if (!isSuspected(replica, nowNanos) || until - suspectedUntil[replica] > 0) {
      suspectedUntil[replica] = until;
    }
  }

  /**
   * A slot that is decided after the relay timeout has waited for slow members of several groups.
   * Where that is the rule, groups that are drawn are drawn anew, until those members share one,
   * without which the others decide (PigPaxos, section 4.1).
   */
  @Override
  public void onDecided(long sentNanos, long nowNanos) {
    if (drawnNanos != NEVER && sentNanos - drawnNanos < 0) {
      return;
    }
    boolean isLate = nowNanos - sentNanos >= settings.timeoutNanos();
    lateness = Math.max(0, lateness + (isLate ? LATE : IN_TIME));
    if (lateness >= LATENESS_MAX) {
      drawAnew(nowNanos);
    }
  }

  private void drawAnew(long nowNanos) {
    drawnNanos = nowNanos;
    lateness = 0;
    groups = drawGroups();
  }

  @Override
  public boolean wentBy(int replica, long slot) {
    return relaysOf(slot).contains(replica);
  }

  /**
   * Sends to the replicas that are {@code left} of a group, by way of one of its members, which may
   * have voted already.
   *
   * @return the relay; empty if it goes straight to all
   */
  private ReplicaSet pass(
      ReplicaSet group, ReplicaSet left, List<Accept> messages, long nowNanos, Effects out) {
    int relay = left.isEmpty() ? NOBODY : drawRelay(group, nowNanos);
    ReplicaSet members = relay == NOBODY ? left : left.without(ReplicaSet.of(relay));
    if (relay == NOBODY || left.size() == 1) {
      for (Accept message : messages) {
        out.send(left, message);
      }
      return ReplicaSet.EMPTY;
    }
    out.send(
        ReplicaSet.of(relay), new Relay(members, answers(left, nowNanos), List.copyOf(messages)));
    return ReplicaSet.of(relay);
  }

  /** No relay waits for an answer of a suspected replica. */
  private int answers(ReplicaSet group, long nowNanos) {
    int hopeful = 0;
    for (int peer = group.first(); peer < ReplicaSet.NUMBERS; peer = group.after(peer)) {
      hopeful += isSuspected(peer, nowNanos) ? 0 : 1;
    }
    return Math.max(1, Math.min(hopeful, settings.answersOf(group.size())));
  }

  private int drawRelay(ReplicaSet group, long nowNanos) {
    int drawn = NOBODY;
    int seen = 0;
    for (int peer = group.first(); peer < ReplicaSet.NUMBERS; peer = group.after(peer)) {
      if (!isSuspected(peer, nowNanos)) {
        seen++;
        drawn = jitter.between(0, seen) == 0 ? peer : drawn;
      }
    }
    return drawn;
  }

  private boolean isSuspected(int replica, long nowNanos) {
    return suspectedUntil[replica] != NEVER && nowNanos - suspectedUntil[replica] < 0;
  }

  /** Without the leader, which is in no group of its own. */
  private List<ReplicaSet> drawGroups() {
    List<ReplicaSet> drawn = new ArrayList<>();
    for (ReplicaSet group : settings.groups()) {
      if (!group.without(me).isEmpty()) {
        drawn.add(group.without(me));
      }
    }
    if (!drawn.isEmpty()) {
      return drawn;
    }
    int[] order = shuffledOthers();
    for (int group = 0; group < settings.count(); group++) {
      ReplicaSet members = ReplicaSet.EMPTY;
      for (int index = group; index < order.length; index += settings.count()) {
        members = members.with(order[index]);
      }
      drawn.add(members);
    }
    return drawn;
  }

  private int[] shuffledOthers() {
    ReplicaSet others = everyone.without(me);
    int[] order = new int[others.size()];
    int count = 0;
    for (int peer = others.first(); peer < ReplicaSet.NUMBERS; peer = others.after(peer)) {
      int place = (int) jitter.between(0, count + 1);
      order[count++] = order[place];
      order[place] = peer;
    }
    return order;
  }

  private void note(long slot, ReplicaSet drawn) {
    slots[index(slot)] = slot;
    relays[index(slot)] = drawn;
  }

  private ReplicaSet relaysOf(long slot) {
    return slots[index(slot)] == slot ? relays[index(slot)] : ReplicaSet.EMPTY;
  }

  private int index(long slot) {
    return (int) (slot % slots.length);
  }
}
