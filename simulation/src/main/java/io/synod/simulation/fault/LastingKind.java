package io.synod.simulation.fault;

/** A fault of one replica that lasts to the end. */
public enum LastingKind {
  /** Its service takes longer for each request. */
  SLOW_SERVICE,
  /** Its disk takes longer for every write. */
  SLOW_DISK,
  /** It is killed and never starts again. */
  CRASH,
  /** No message of another replica arrives at it. */
  DEAF,
  /** No message of it arrives at another replica, and its clients cannot reach it. */
  MUTE,
  /** No message arrives in either direction. Its clients may reach it. */
  ISOLATED;

  /** Whether the others must do without it. */
  public boolean takesAway() {
    return compareTo(CRASH) >= 0;
  }
}
