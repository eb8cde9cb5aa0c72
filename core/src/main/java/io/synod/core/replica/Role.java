package io.synod.core.replica;

/** What a replica is doing about leadership. */
public enum Role {
  /** Takes part in nothing until its memory is whole. */
  RECOVERING,
  /** Votes, and waits for signs of a leader. */
  FOLLOWER,
  /** Asks whether it could win, without raising the view. */
  PRE_CANDIDATE,
  /** Runs Phase 1. */
  CANDIDATE,
  /** Runs Phase 2. */
  LEADER
}
