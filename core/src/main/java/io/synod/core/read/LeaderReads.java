package io.synod.core.read;

import io.synod.core.check.Check;
import io.synod.core.effect.Effects;
import java.util.ArrayDeque;

/**
 * Linearizable reads at the leader without a slot: a read is served once a heartbeat round that was
 * sent after its arrival is answered, so that no later leader existed before it, and all slots that
 * were decided when it arrived are delivered (the read index of Raft, section 6.4).
 */
public final class LeaderReads {
  private final int max;
  private final ArrayDeque<Read> unconfirmed = new ArrayDeque<>();
  private final ArrayDeque<Read> confirmed = new ArrayDeque<>();

  private record Read(Object ticket, long round, long slot) {}

  /**
   * @param max reads that may wait
   */
  public LeaderReads(int max) {
    this.max = max;
  }

  public boolean isFull() {
    return unconfirmed.size() + confirmed.size() >= max;
  }

  /**
   * @param round the heartbeat round that must be answered, not sent yet when the read arrived
   * @param slot every slot before this one must be delivered
   */
  public void add(Object ticket, long round, long slot) {
    Check.that(!isFull(), "a read is added to %d waiting ones", max);
    unconfirmed.add(new Read(ticket, round, slot));
  }

  /** A read that needs no round, because the leader's lease holds. */
  public void addConfirmed(Object ticket, long slot) {
    Check.that(!isFull(), "a read is added to %d waiting ones", max);
    confirmed.add(new Read(ticket, 0, slot));
  }

  /** Whether a read waits for a round after {@code round}. */
  public boolean needsRoundAfter(long round) {
    return !unconfirmed.isEmpty() && unconfirmed.peekLast().round() > round;
  }

  public void serve(long confirmedRound, long delivered, Effects out) {
    while (!unconfirmed.isEmpty() && unconfirmed.peek().round() <= confirmedRound) {
      confirmed.add(unconfirmed.poll());
    }
    while (!confirmed.isEmpty() && confirmed.peek().slot() <= delivered) {
      out.serveRead(confirmed.poll().ticket());
    }
  }

  /** The leadership is over. */
  public void refuseAll(Effects out) {
    for (Read read : confirmed) {
      out.refuseRead(read.ticket(), false);
    }
    for (Read read : unconfirmed) {
      out.refuseRead(read.ticket(), false);
    }
    confirmed.clear();
    unconfirmed.clear();
  }
}
