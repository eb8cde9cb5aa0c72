package io.synod.client;

/**
 * Detects that requests stay unanswered. Runs: at the leader, with something unanswered. After two
 * lapses in a row the connection is dead or its replica does not lead. Every connection that is
 * given up without an answer doubles the interval, because the cluster may just be slow.
 *
 * <p>The interval follows the answers: four times the longest silence between two of them in the
 * last half to whole minute, between a quarter of the full interval and all of it.
 *
 * <p>An answer that comes after a lapse shows that the interval was too short: the requests were
 * sent again needlessly, which makes a slow cluster slower. The interval then becomes twice that
 * silence, and shrinks again while answers come sooner.
 */
final class RetryTimer {
  static final long NEVER = Long.MAX_VALUE;

  private static final int LAPSES_MAX = 2;
  private static final int DOUBLINGS_MAX = 3;

  // Half of what was learnt of a slow cluster is forgotten in about two thirds of that time.
  private static final long FORGOTTEN_NANOS = 30_000_000_000L;

  private static final int SILENCES = 4;
  private static final int SHORTEST_PART = 4;

  private final long fullNanos;
  private final int doublingsLearnt;
  private final LongestSilence longest = new LongestSilence();

  // By answers that came after a lapse.
  private long patienceNanos;
  private long silentSince;
  private long due = NEVER;
  private int lapses;
  private int fruitless;

  /**
   * @param fullNanos the interval as long as few answers have come
   * @param doublingsLearnt of the interval, by answers that come after it
   */
  RetryTimer(long fullNanos, int doublingsLearnt) {
    this.fullNanos = fullNanos;
    this.doublingsLearnt = doublingsLearnt;
  }

  /** When it lapses, {@link #NEVER} if it does not run. */
  long due() {
    return due;
  }

  /** Something was sent: runs from now on, if it did not. */
  void sent(long now) {
    if (due == NEVER) {
      silentSince = now;
      due = now + interval(now);
    }
  }

  /** The replica has answered something, were it BUSY, and more is unanswered. */
  void answered(long now) {
    learn(now);
    silentSince = now;
    lapses = 0;
    fruitless = 0;
    due = now + interval(now);
  }

  /** The replica has answered everything. */
  void allAnswered(long now) {
    learn(now);
    fruitless = 0;
    stop();
  }

  private void learn(long now) {
    if (due == NEVER) {
      return;
    }
    long silence = now - silentSince;
    longest.add(silence, now);
    if (lapses > 0) {
      patienceNanos = Math.max(patienceNanos, 2 * silence);
      patienceNanos = Math.min(patienceNanos, fullNanos << doublingsLearnt);
    } else {
      double forgotten = Math.min(1, (double) silence / FORGOTTEN_NANOS);
      patienceNanos -= (long) (forgotten * patienceNanos);
    }
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
    due = now + interval(now);
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

  private long interval(long now) {
    long shortest = Math.max(1, fullNanos / SHORTEST_PART);
    long followed =
        longest.isKnown(now)
            ? Math.max(shortest, Math.min(fullNanos, SILENCES * longest.nanos()))
            : fullNanos;
    return Math.max(patienceNanos, followed << fruitless);
  }
}
