package io.synod.core.replica;

import io.synod.core.time.Deadline;

/**
 * A leader's attempt to have another replica lead. It first stops to propose and waits until the
 * target knows everything that is decided (draining), then asks the target to become leader. Each
 * of the two may take an election timeout; after it this leader proposes again.
 */
final class LeadershipTransfer {
  private final Object ticket;
  private final int target;
  private boolean sent;

  /** Gives it up. Runs: always. */
  private final Deadline giveUp = new Deadline();

  /**
   * @param ticket of the event that asked for it
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

  void sent(long giveUpNanos) {
    sent = true;
    giveUp.set(giveUpNanos);
  }

  boolean isOver(long nowNanos) {
    return giveUp.hasPassed(nowNanos);
  }

  long nextWakeUpNanos() {
    return giveUp.atNanos();
  }
}
