package io.synod.core.settings;

/** Whose connections may move the leader and skip requests. */
public enum AdminFrom {
  /** Nobody's. */
  NONE,
  /** Those of programs on the replica's machine. */
  LOOPBACK,
  /** Everybody's who reaches the clients' port. */
  ANY
}
