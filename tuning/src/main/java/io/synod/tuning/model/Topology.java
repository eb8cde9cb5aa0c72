package io.synod.tuning.model;

/** Which of the leader's links are narrow (S13, IV). */
public enum Topology {
  /**
   * One switch: all messages that the leader sends, to replicas and clients, share its one link.
   */
  LAN,
  /** The leader has a separate link to each replica, and the clients are near the leader. */
  WAN
}
