package io.synod.core.replica;

/** The role of a replica. */
public enum Role {
  /** Is no member yet: does not promise, vote or lead until it has joined. */
  RECOVERING,
  /** Is not listed in the membership: learns decisions, and does not promise, vote or lead. */
  STANDBY,
  /** Votes, and waits for messages of a leader. */
  FOLLOWER,
  /** Asks whether it could win, without raising the view. */
  PRE_CANDIDATE,
  /** Runs Phase 1. */
  CANDIDATE,
  /** Runs Phase 2. */
  LEADER
}
