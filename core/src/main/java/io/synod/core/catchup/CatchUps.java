package io.synod.core.catchup;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.log.LogReaders;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.time.Deadline;
import io.synod.core.time.Timeouts;
import java.util.ArrayList;
import java.util.List;

/**
 * Fetches decisions that this replica has missed from any peer that knows them, and sends peers the
 * decisions that they have missed. One request is under way at a time. If it stays unanswered, the
 * next peer is asked.
 */
public final class CatchUps {
  public static final int NOBODY = -1;

  private final int self;
  private final Log log;
  private final int messageBytes;
  private final Timeouts timeouts;
  private final int slotsMax;
  private final boolean hasJournal;
  private final LogReaders readers;
  private final long[] decidedAt = new long[ReplicaSet.NUMBERS];
  private ReplicaSet others;

  // Replicas of later memberships that have shown themselves: they know more decisions.
  private ReplicaSet ahead = ReplicaSet.EMPTY;

  // Peers that were asked for the gap at gapAt and could not send it.
  private ReplicaSet withoutIt = ReplicaSet.EMPTY;
  private long gapAt = -1;
  private int keeper = NOBODY;
  private boolean exhausted;
  private int peer;

  // Whose snapshot was tried last.
  private int fetchedFrom = NOBODY;

  // Whose snapshots were tried since all were: another's is tried next, if there is one.
  private ReplicaSet tried = ReplicaSet.EMPTY;

  // The peer whose answer filled all free slots and which knows more decisions. It is asked again
  // once half of the slots are free; more will be free by the time of the answer.
  private int interrupted = NOBODY;

  // The peers for which the journal is being read.
  private ReplicaSet reading = ReplicaSet.EMPTY;

  // When the peer was asked whose answer is awaited; NEVER if none is.
  private long askedNanos = Deadline.NEVER;

  /** Asks (another) peer. Runs: while a peer knows more decisions than this replica. */
  private final Deadline ask = new Deadline();

  /**
   * @param messageBytes decisions that one answer carries, unless a single one is larger
   * @param slotsMax decisions that one answer carries at most: as many as a receiver may have free
   *     slots
   * @param hasJournal whether decisions that the log has dropped may be in the journal
   * @param readers for whom the log is kept where there is no journal
   */
  public CatchUps(
      int self,
      ReplicaSet members,
      Log log,
      int messageBytes,
      Timeouts timeouts,
      int slotsMax,
      boolean hasJournal,
      LogReaders readers) {
    this.self = self;
    this.peer = self;
    this.log = log;
    this.messageBytes = messageBytes;
    this.timeouts = timeouts;
    this.slotsMax = slotsMax;
    this.hasJournal = hasJournal;
    this.readers = readers;
    others = members.without(ReplicaSet.of(self));
  }

  /**
   * From now on these are the members, whom it asks. So are all that know more decisions: perhaps
   * this membership is over, and none of its members is there any more.
   */
  public void enter(ReplicaSet members) {
    others = members.without(ReplicaSet.of(self));
    ahead = ReplicaSet.EMPTY;
    for (int replica = 0; replica < ReplicaSet.NUMBERS; replica++) {
      ahead = replica != self && knowsMore(replica) ? ahead.with(replica) : ahead;
    }
    interrupted = NOBODY;
    askedNanos = Deadline.NEVER;
    ask.clear();
    askEverybodyAnew();
  }

  /** Whether a replica that it asks is known to know more decisions than this one. */
  public boolean isBehind() {
    return latest(asked()) > log.decided();
  }

  /** Whether a replica that is no member is known to know more decisions than this one. */
  public boolean isBehindOthers() {
    return latest(ahead.without(others)) > log.decided();
  }

  /** {@code replica} knows every slot before {@code decided} to be decided. */
  public void onPeerDecided(int replica, long decided) {
    decidedAt[replica] = Math.max(decidedAt[replica], decided);
  }

  /**
   * {@code replica} is in a later membership, so it knows more decisions: asks it at once, unless
   * an answer may still come. It is asked as the members are until this replica has caught up.
   */
  public void onAhead(int replica, long nowNanos, Effects out) {
    ahead = ahead.with(replica);
    onPeerDecided(replica, log.decided() + 1);
    if (askedNanos == Deadline.NEVER || nowNanos - askedNanos >= timeouts.catchUpNanos()) {
      ask(replica, nowNanos, out);
    }
  }

  /**
   * Starts, restarts or stops the timer, and asks on; called at the end of every step.
   *
   * @param freeSlots how many more decisions this replica can keep
   */
  public void update(long freeSlots, long nowNanos, Effects out) {
    if (!isBehind()) {
      interrupted = NOBODY;
      // An answer that is still on its way is of no use: another one has come first.
      askedNanos = Deadline.NEVER;
      ask.clear();
    } else if (freeSlots <= 0) {
      ask.clear();
    } else if (interrupted != NOBODY && knowsMore(interrupted) && 2 * freeSlots >= slotsMax) {
      // Waiting for the timer, this replica would never catch up with a leader that decides more
      // meanwhile.
      ask(interrupted, nowNanos, out);
    } else if (!ask.isSet() || gapAt != log.decided()) {
      beginGap();
      ask.set(nowNanos + timeouts.catchUpNanos());
    }
  }

  public void onDeadline(long nowNanos, Effects out) {
    if (!ask.hasPassed(nowNanos)) {
      return;
    }
    if (askedNanos != Deadline.NEVER) {
      timeouts.notCaughtUp();
    }
    if (!withoutIt.isEmpty()) {
      withoutAnswer(peer);
    }
    ask(nextPeer(), nowNanos, out);
  }

  /**
   * Answers a peer from memory or from the journal, with at most as many decisions as one message
   * carries and the peer may have free slots. A peer that asks again while the journal is read for
   * it gets one answer.
   */
  public void onCatchUp(int from, CatchUp message, long nowNanos, Effects out) {
    long first = message.first();
    if (!hasJournal) {
      readers.reads(from, first, nowNanos);
    }
    if (first >= log.first() || !hasJournal || first < log.ownFirst()) {
      answer(from, Math.max(first, log.first()), out);
    } else if (!reading.contains(from)) {
      reading = reading.with(from);
      out.readDecisions(new DecisionsWanted(from, first, log.first(), messageBytes, slotsMax));
    }
  }

  /** Without a batch the answer says where this replica's log begins. */
  public void onRead(int to, long first, List<Batch> batches, Effects out) {
    reading = reading.without(ReplicaSet.of(to));
    if (batches.isEmpty()) {
      answer(to, log.first(), out);
    } else {
      Decided answer = new Decided(first, log.decided(), batches);
      out.send(ReplicaSet.of(to), answer);
    }
  }

  /** Out of memory. */
  private void answer(int to, long first, Effects out) {
    List<Batch> batches = new ArrayList<>();
    long bytes = 0;
    for (long slot = first; slot < log.decided(); slot++) {
      Batch batch = log.batch(slot);
      bytes += batch.length() + DecisionsWanted.OVERHEAD_BYTES;
      boolean isFull = bytes > messageBytes || batches.size() == slotsMax;
      if (isFull && !batches.isEmpty()) {
        break;
      }
      batches.add(batch);
    }
    out.send(ReplicaSet.of(to), new Decided(first, log.decided(), batches));
  }

  /**
   * Whether {@code message}, which begins at the next slot that this replica misses or before it,
   * holds that slot.
   */
  public boolean isUseful(Decided message) {
    return message.first() + message.batches().size() > log.decided();
  }

  /**
   * The decisions that {@code from} has sent are learnt. While it knows more, asks it again: at
   * once, or as soon as there are free slots.
   *
   * @param freeSlots how many more decisions this replica can keep
   */
  public void onLearnt(int from, long freeSlots, long nowNanos, Effects out) {
    if (from == peer && askedNanos != Deadline.NEVER) {
      timeouts.caughtUp(nowNanos - askedNanos);
      askedNanos = Deadline.NEVER;
    }
    if (knowsMore(from)) {
      interrupted = from;
      update(freeSlots, nowNanos, out);
    }
  }

  /**
   * {@code from} no longer keeps what this replica misses: asks another at once, if there is one.
   */
  public void onCut(int from, long nowNanos) {
    askedNanos = from == peer ? Deadline.NEVER : askedNanos;
    boolean isOther = keeper == NOBODY || tried.contains(keeper) && !tried.contains(from);
    keeper = isOther ? from : keeper;
    withoutAnswer(from);
    if (from == peer && !withoutIt.isEmpty()) {
      ask.set(nowNanos);
    }
  }

  /**
   * A peer that knows the slot which this replica misses, but keeps it in a snapshot only; {@link
   * #NOBODY} until every peer was asked in vain.
   */
  public int snapshotPeer() {
    return exhausted ? keeper : NOBODY;
  }

  /**
   * The next peer that knows more decisions, whatever it keeps, to fetch its snapshot; {@link
   * #NOBODY} if none does.
   */
  public int nextSnapshotPeer() {
    for (int step = 1; step <= decidedAt.length; step++) {
      int candidate = (fetchedFrom + step) % decidedAt.length;
      if (asked().contains(candidate) && knowsMore(candidate)) {
        tries(candidate);
        return candidate;
      }
    }
    return NOBODY;
  }

  /**
   * A snapshot is fetched of that peer. If the fetch fails, every peer is asked again for the slot:
   * that peer may be down by then, or keep the slot after all.
   */
  public void onFetching() {
    tries(keeper);
    askEverybodyAnew();
  }

  private void tries(int replica) {
    ReplicaSet one = ReplicaSet.of(replica);
    tried = tried.contains(replica) ? one : tried.with(one);
    fetchedFrom = replica;
  }

  public long nextWakeUpNanos() {
    return ask.atNanos();
  }

  private void ask(int replica, long nowNanos, Effects out) {
    peer = replica;
    interrupted = NOBODY;
    beginGap();
    ask.set(nowNanos + timeouts.catchUpNanos());
    askedNanos = nowNanos;
    out.observe(new ProtocolEvent.CatchingUp(log.decided(), replica));
    out.send(ReplicaSet.of(replica), new CatchUp(log.decided()));
  }

  private void beginGap() {
    if (gapAt != log.decided()) {
      gapAt = log.decided();
      askEverybodyAnew();
    }
  }

  private void askEverybodyAnew() {
    withoutIt = ReplicaSet.EMPTY;
    keeper = NOBODY;
    exhausted = false;
  }

  /** Once every peer was asked and none could send it, begins anew when the timer runs out. */
  private void withoutAnswer(int replica) {
    withoutIt = withoutIt.with(replica);
    if (asked().without(withoutIt).isEmpty()) {
      withoutIt = ReplicaSet.EMPTY;
      exhausted = true;
    }
  }

  /** The next peer that knows more, or else the next one that may. */
  private int nextPeer() {
    int next = -1;
    for (int step = decidedAt.length; step > 0; step--) {
      int candidate = (peer + step) % decidedAt.length;
      if (!asked().contains(candidate) || withoutIt.contains(candidate)) {
        continue;
      }
      if (next == -1 || knowsMore(candidate) || !knowsMore(next)) {
        next = candidate;
      }
    }
    return next;
  }

  private ReplicaSet asked() {
    return others.with(ahead);
  }

  private boolean knowsMore(int replica) {
    return decidedAt[replica] > log.decided();
  }

  /** The most that one of them knows. */
  private long latest(ReplicaSet replicas) {
    long latest = 0;
    for (int one = replicas.first(); one < ReplicaSet.NUMBERS; one = replicas.after(one)) {
      latest = Math.max(latest, decidedAt[one]);
    }
    return latest;
  }
}
