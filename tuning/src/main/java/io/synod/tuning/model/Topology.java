package io.synod.tuning.model;

/** How the replicas are connected, which decides what the leader's messages share (S13, IV). */
public enum Topology {
  /** One switch: all that the leader sends, to replicas and clients, shares its one link. */
  LAN,
  /** A link of its own to each replica, and clients near the leader. */
  WAN
}
