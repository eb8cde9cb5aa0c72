package io.synod.client;

/**
 * Notices that what was sent stays unanswered. Runs: at the leader, with something unanswered. Two
 * lapses in a row say that this connection is dead or its replica no leader; every connection given
 * up so without an answer doubles the interval, because the cluster may just be slow.
 */
final class RetryTimer {
  static final long NEVER = Long.MAX_VALUE;

  private static final int LAPSES_MAX = 2;
  private static final int DOUBLINGS_MAX = 3;

  private final long intervalNanos;
  private long due = NEVER;
  private int lapses;
  private int fruitless;

  RetryTimer(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  /** When it lapses, {@link #NEVER} if it does not run. */
  long due() {
    return due;
  }

  /** Something was sent: runs from now on, if it did not. */
  void sent(long now) {
    if (due == NEVER) {
      due = now + interval();
    }
  }

  /** The replica has answered something, were it BUSY, and more is unanswered. */
  void answered(long now) {
    lapses = 0;
    fruitless = 0;
    due = now + intervalNanos;
  }

  /** The replica has answered everything. */
  void allAnswered() {
    fruitless = 0;
    stop();
  }

  void stop() {
    lapses = 0;
    due = NEVER;
  }

  /** Whether an interval has passed without an answer; if so the next one begins. */
  boolean lapsed(long now) {
    if (now < due) {
      return false;
    }
    due = now + interval();
    lapses++;
    if (lapses == LAPSES_MAX) {
      fruitless = Math.min(DOUBLINGS_MAX, fruitless + 1);
    }
    return true;
  }

  /** Whether another replica must be tried. */
  boolean isExhausted() {
    return lapses >= LAPSES_MAX;
  }

  private long interval() {
    return intervalNanos << fruitless;
  }
}
