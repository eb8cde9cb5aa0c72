package io.synod.service;

/** What a replica is for its cluster at the moment. */
public enum Role {
  /** It proposes the requests of clients. */
  LEADER,
  /** It does not lead: it votes, recovers, or is a standby. */
  FOLLOWER,
  /** It executes what others decide, and does not vote. */
  LEARNER
}
