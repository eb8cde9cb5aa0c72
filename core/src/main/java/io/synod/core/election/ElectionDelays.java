package io.synod.core.election;

import io.synod.core.cluster.View;
import io.synod.core.time.Jitter;
import io.synod.core.time.Timeouts;

/**
 * The delays of elections. They are random, so that two replicas seldom try to be elected at the
 * same time.
 */
public final class ElectionDelays {
  private final Timeouts timeouts;
  private final Jitter jitter;

  public ElectionDelays(Timeouts timeouts, Jitter jitter) {
    this.timeouts = timeouts;
    this.jitter = jitter;
  }

  public long timeoutNanos() {
    return timeouts.electionNanos();
  }

  /** How long a follower waits for a leader after its start: one election timeout at most. */
  public long firstPatienceNanos() {
    return jitter.between(0, timeoutNanos());
  }

  /**
   * How long a follower waits for a sign of its leader: one election timeout and up to a quarter.
   * Clients wait as long for the next leader. Pre-votes keep two followers whose patience ends at
   * the same time from disturbing a leader, and back-offs are longer.
   */
  public long patienceNanos() {
    return jitter.between(timeoutNanos(), timeoutNanos() + timeoutNanos() / 4);
  }

  /** How long a follower waits whose leader has disconnected: a quarter of a timeout at most. */
  public long soonNanos() {
    return jitter.between(1, 1 + timeoutNanos() / 4);
  }

  /** A message of the leader of {@code view} has come, be that view over or not. */
  public void leaderHeard(View view, long nowNanos) {
    timeouts.leaderHeard(view, nowNanos);
  }

  /** A candidate has waited for promises in vain. */
  public void failed(long nowNanos) {
    timeouts.electionFailed(nowNanos);
  }

  /** Until the next attempt: half to one election timeout, doubled for each failure in a row. */
  public long backOffNanos() {
    return jitter.backOff(timeoutNanos() / 2);
  }

  /** A leader is elected or has shown itself: the next back-off is a short one. */
  public void succeeded() {
    jitter.succeeded();
  }
}
