package io.synod.replica.config;

/** How Phase 1 and Phase 2 get from a leader to the other replicas and back. */
public enum DisseminationChoice {
  /** Straight to each. */
  DIRECT,
  /** By way of a relay in each group. */
  RELAY
}
