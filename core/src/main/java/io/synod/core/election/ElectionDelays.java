package io.synod.core.election;

import io.synod.core.time.Jitter;

/**
 * The delays of elections. They are random, so that two replicas seldom try to be elected at the
 * same time.
 */
public final class ElectionDelays {
  private final long timeoutNanos;
  private final Jitter jitter;

  public ElectionDelays(long timeoutNanos, Jitter jitter) {
    this.timeoutNanos = timeoutNanos;
    this.jitter = jitter;
  }

  public long timeoutNanos() {
    return timeoutNanos;
  }

  /** How long a follower waits for a leader after its start: one election timeout at most. */
  public long firstPatienceNanos() {
    return jitter.between(0, timeoutNanos);
  }

  /** How long a follower waits for a sign of its leader: one to two election timeouts. */
  public long patienceNanos() {
    return jitter.between(timeoutNanos, 2 * timeoutNanos);
  }

  /** How long a follower waits whose leader has disconnected: a quarter of a timeout at most. */
  public long soonNanos() {
    return jitter.between(1, 1 + timeoutNanos / 4);
  }

  /** Until the next attempt: half to one election timeout, doubled for each failure in a row. */
  public long backOffNanos() {
    return jitter.backOff(timeoutNanos / 2);
  }

  /** A leader is elected or has shown itself: the next back-off is a short one. */
  public void succeeded() {
    jitter.succeeded();
  }
}
