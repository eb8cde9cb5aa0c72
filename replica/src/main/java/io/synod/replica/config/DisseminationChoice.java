package io.synod.replica.config;

/** How messages of Phase 1 and Phase 2 travel between a leader and the other replicas. */
public enum DisseminationChoice {
  /** Straight to each. */
  DIRECT,
  /** By way of a relay in each group. */
  RELAY
}
