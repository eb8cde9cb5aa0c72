package io.synod.core.settings;

/** From which connections the replica takes the commands of operators. */
public enum AdminFrom {
  /** From none. */
  NONE,
  /** From those of programs on the replica's machine. */
  LOOPBACK,
  /** From all that reach the clients' port. */
  ANY
}
