package io.synod.core.read;

import io.synod.core.check.Check;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.ReadEffects;
import io.synod.core.message.QuorumRead;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.time.BothClocks;
import io.synod.core.time.Deadline;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Reads at any replica, the proxy, without the leader. The proxy asks all replicas up to which slot
 * they have voted. It serves a read once a replica of every Phase 2 quorum has answered and every
 * slot up to the largest answer is delivered (quorum reads: PigPaxos, section 4.3). The result
 * serves bounded reads for a while.
 */
public final class QuorumReads {
  private static final long ROUNDS_DRAWN = 1L << 61;
  private static final int SENDINGS_KEPT = 16;
  private static final long NEVER = Long.MAX_VALUE;

  private final long membership;
  private final ReplicaSet everyone;
  private final int quorum;
  private final int max;
  private final long againNanos;
  private final LongSupplier patienceNanos;
  private final BothClocks clocks;
  private final ArrayDeque<Read> waiting = new ArrayDeque<>();

  // Of each replica: the last round that it has answered, and its answer.
  private final long[] answered;
  private final long[] ends;

  // When each of the last rounds was sent, by its number, and how far the wall clock was ahead
  // then.
  private final long[] sentNanos = new long[SENDINGS_KEPT];
  private final long[] sentAheadNanos = new long[SENDINGS_KEPT];
  private long round;
  private long confirmedRound;

  // What is delivered up to freshEnd shows the state of provenNanos, and that of freshNanos is
  // shown already; NEVER if there is none such.
  private long provenNanos = NEVER;
  private long provenAheadNanos;
  private long freshEnd;
  private long freshNanos = NEVER;
  private long freshAheadNanos;

  /** Sends another round if reads wait then. Runs: from the first round on. */
  private final Deadline again = new Deadline();

  private static final class Read {
    final Object ticket;
    final long round;
    final long arrivedNanos;
    long slot = NEVER;

    Read(Object ticket, long round, long arrivedNanos) {
      this.ticket = ticket;
      this.round = round;
      this.arrivedNanos = arrivedNanos;
    }
  }

  /**
   * @param membership number of the one with these quorums
   * @param max reads that may wait
   * @param againNanos from a round to the next while reads wait, answered or not
   * @param patienceNanos after which a read is refused; it may change at any time
   * @param clocks that are read before each read
   * @param draw a random number, so that answers from before a restart are not taken for answers to
   *     this process
   */
  public QuorumReads(
      long membership,
      Quorums quorums,
      int max,
      long againNanos,
      LongSupplier patienceNanos,
      BothClocks clocks,
      long draw) {
    this.membership = membership;
    this.everyone = quorums.members();
    this.quorum = quorums.reading();
    this.max = max;
    this.againNanos = againNanos;
    this.patienceNanos = patienceNanos;
    this.clocks = clocks;
    answered = new long[everyone.end()];
    ends = new long[everyone.end()];
    round = 1 + Math.floorMod(draw, ROUNDS_DRAWN);
    confirmedRound = round;
    Arrays.fill(answered, round);
  }

  /** A read that must see everything that was decided before it. */
  public void add(Object ticket, long nowNanos, ReadEffects out) {
    await(ticket, round + 1, nowNanos, out);
  }

  /** A read that need not see what was decided in the last {@code boundNanos}. */
  public void addBounded(Object ticket, long boundNanos, long nowNanos, ReadEffects out) {
    if (freshNanos != NEVER
        && clocks.hasPassedAtMost(boundNanos, freshNanos, freshAheadNanos, nowNanos)) {
      out.serveRead(ticket);
    } else if (isUnderWay()
        && clocks.hasPassedAtMost(
            boundNanos, sentNanos[place(round)], sentAheadNanos[place(round)], nowNanos)) {
      await(ticket, round, nowNanos, out);
    } else {
      await(ticket, round + 1, nowNanos, out);
    }
  }

  private void await(Object ticket, long needed, long nowNanos, ReadEffects out) {
    if (waiting.size() >= max) {
      out.refuseRead(ticket, true);
      return;
    }
    // A read that came earlier needs no later round.
    long after = waiting.isEmpty() ? needed : Math.max(needed, waiting.peekLast().round);
    waiting.add(new Read(ticket, after, nowNanos));
  }

  /**
   * @return whether it answers a round that was sent since this replica started, and that {@code
   *     from} had not answered
   */
  public boolean onReply(int from, QuorumReadReply message) {
    if (message.round() > round || message.round() <= answered[from]) {
      return false;
    }
    answered[from] = message.round();
    ends[from] = message.end();
    long confirmed = everyone.reachedBy(quorum, answered);
    if (confirmed > confirmedRound) {
      confirm(confirmed);
    }
    return true;
  }

  private void confirm(long confirmed) {
    confirmedRound = confirmed;
    long end = 0;
    for (int peer = everyone.first(); peer < ReplicaSet.NUMBERS; peer = everyone.after(peer)) {
      if (answered[peer] >= confirmed) {
        end = Math.max(end, ends[peer]);
      }
    }
    for (Read read : waiting) {
      if (read.round > confirmed) {
        break;
      }
      read.slot = Math.min(read.slot, end);
    }
    // A later round may report a lower slot: a batch with votes of an earlier view only may never
    // be delivered.
    boolean isSooner = provenNanos == NEVER || end <= freshEnd;
    if (isSooner && confirmed > round - SENDINGS_KEPT) {
      provenNanos = sentNanos[place(confirmed)];
      provenAheadNanos = sentAheadNanos[place(confirmed)];
      freshEnd = end;
    }
  }

  /** Serves what can be served, and asks if there is need. After each step. */
  public void update(long delivered, long nowNanos, ReadEffects out) {
    if (provenNanos != NEVER && freshEnd <= delivered) {
      freshNanos = provenNanos;
      freshAheadNanos = provenAheadNanos;
      provenNanos = NEVER;
    }
    while (!waiting.isEmpty() && waiting.peek().slot <= delivered) {
      out.serveRead(waiting.poll().ticket);
    }
    while (!waiting.isEmpty() && isOverdue(waiting.peek(), nowNanos)) {
      out.refuseRead(waiting.poll().ticket, false);
    }
    // A round that nobody waits for any more may be lost: it is not waited for again.
    boolean needed = !waiting.isEmpty() && waiting.peekLast().round > round;
    if (!waiting.isEmpty() && again.hasPassed(nowNanos) || needed && !isUnderWay()) {
      round++;
      sentNanos[place(round)] = nowNanos;
      sentAheadNanos[place(round)] = clocks.aheadNanos();
      again.set(nowNanos + againNanos);
      out.send(everyone, new QuorumRead(membership, round));
    }
  }

  /** Nothing will be delivered any more. */
  public void refuseAll(ReadEffects out) {
    while (!waiting.isEmpty()) {
      out.refuseRead(waiting.poll().ticket, false);
    }
  }

  public long nextWakeUpNanos() {
    return waiting.isEmpty() ? Deadline.NEVER : again.atNanos();
  }

  public void invariants() {
    Check.that(confirmedRound <= round, "round %d confirmed, %d sent", confirmedRound, round);
    Check.that(waiting.size() <= max, "%d reads wait, at most %d may", waiting.size(), max);
  }

  private boolean isUnderWay() {
    return confirmedRound < round;
  }

  private boolean isOverdue(Read read, long nowNanos) {
    return nowNanos - read.arrivedNanos >= patienceNanos.getAsLong();
  }

  private static int place(long round) {
    return (int) (round % SENDINGS_KEPT);
  }
}
