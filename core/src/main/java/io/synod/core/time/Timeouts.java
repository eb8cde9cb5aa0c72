package io.synod.core.time;

import io.synod.core.cluster.View;

/**
 * How long a replica waits for others, and what it learns about that. The times may change at any
 * moment; a wait that has begun is not changed. Used by one replica, on its thread; any thread may
 * ask for the times.
 */
public interface Timeouts {
  /**
   * For a sign of the leader, and a leader for answers of a quorum, before an election. A candidate
   * waits twice as long for promises.
   */
  long electionNanos();

  /** For the decision of a slot before its Accept is sent again. */
  long retransmitNanos();

  /** For decisions that are missing, before a peer, or another one, is asked for them. */
  long catchUpNanos();

  /** A message of the leader of {@code view} has come, be that view over or not. */
  default void leaderHeard(View view, long nowNanos) {}

  /** A quorum that was silent for {@code silentNanos} has answered the leader again. */
  default void quorumHeard(long silentNanos, long nowNanos) {}

  /** A candidate has waited for promises in vain. */
  default void electionFailed(long nowNanos) {}

  /** A slot is decided, {@code nanos} after its first Accept was sent. */
  default void decided(long nanos) {}

  /** Accepts were sent again after {@link #retransmitNanos}. */
  default void retransmitted() {}

  /** A peer has sent missing decisions, {@code nanos} after it was asked. */
  default void caughtUp(long nanos) {}

  /** A peer has not sent missing decisions within {@link #catchUpNanos}. */
  default void notCaughtUp() {}
}
