package io.synod.core.replica;

import io.synod.core.effect.ProtocolEvent.TransferReason;
import io.synod.core.time.Deadline;

/** A leader's attempt to have another replica lead; see {@link Succession}. */
final class LeadershipTransfer {
  private final Object ticket;
  private final int target;
  private final TransferReason reason;
  private long votedEnd;
  private boolean sent;
  private boolean sentKnowing;

  /** Gives it up. Runs: always. */
  private final Deadline giveUp = new Deadline();

  /**
   * @param ticket of the event that asked for it; null if none waits for its end
   */
  LeadershipTransfer(Object ticket, int target, TransferReason reason, long giveUpNanos) {
    this.ticket = ticket;
    this.target = target;
    this.reason = reason;
    giveUp.set(giveUpNanos);
  }

  Object ticket() {
    return ticket;
  }

  int target() {
    return target;
  }

  TransferReason reason() {
    return reason;
  }

  /** The target has voted for a slot before {@code end}, and probably received all of those. */
  void voted(long end) {
    votedEnd = Math.max(votedEnd, end);
  }

  /** After the last slot that the target is known to have voted for; 0 if none is. */
  long votedEnd() {
    return votedEnd;
  }

  /** Whether the target was asked to become leader. */
  boolean isSent() {
    return sent;
  }

  /** Whether it was asked when it was known to know all that is decided. */
  boolean isSentKnowing() {
    return sentKnowing;
  }

  void sent() {
    sent = true;
  }

  void sentKnowing(long giveUpNanos) {
    sent = true;
    sentKnowing = true;
    giveUp.set(giveUpNanos);
  }

  boolean isOver(long nowNanos) {
    return giveUp.hasPassed(nowNanos);
  }

  long nextWakeUpNanos() {
    return giveUp.atNanos();
  }
}
