package io.synod.core.replica;

import io.synod.core.time.Deadline;

/** A leader's attempt to have another replica lead; see {@link Succession}. */
final class LeadershipTransfer {
  private final Object ticket;
  private final int target;
  private boolean sent;
  private boolean sentKnowing;

  /** Gives it up. Runs: always. */
  private final Deadline giveUp = new Deadline();

  /**
   * @param ticket of the event that asked for it; null if the target has a higher priority
   */
  LeadershipTransfer(Object ticket, int target, long giveUpNanos) {
    this.ticket = ticket;
    this.target = target;
    giveUp.set(giveUpNanos);
  }

  Object ticket() {
    return ticket;
  }

  int target() {
    return target;
  }

  /** Whether the target was asked to become leader. */
  boolean isSent() {
    return sent;
  }

  /** Whether it was asked again once it was known to know all that is decided. */
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
