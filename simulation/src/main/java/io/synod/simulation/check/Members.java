package io.synod.simulation.check;

import io.synod.core.message.Message;

/**
 * Checks membership: a replica that may have forgotten a sent message is no member until it has
 * joined again. No replica gives up while it can still recover.
 */
public final class Members {
  private final boolean[] isMember;
  private final boolean[] stopped;
  // The latest epoch in which it was a member; 0 if it never was.
  private final long[] epochs;
  private boolean tooManyAreLost;

  Members(int places) {
    isMember = new boolean[places];
    stopped = new boolean[places];
    epochs = new long[places];
  }

  void begins(int replica, Beginning beginning) {
    boolean member = beginning.member();
    boolean right =
        switch (beginning.memory()) {
          case NONE, LOST -> !member;
          case WHOLE -> member;
          case EITHER -> true;
        };
    if (!right) {
      throw new Violation(
          "replica %d begins %s, but its memory is %s",
          replica, member ? "as a member" : "as no member", beginning.memory());
    }
    isMember[replica] = member;
  }

  boolean isMember(int replica) {
    return isMember[replica];
  }

  void joined(int replica) {
    isMember[replica] = true;
  }

  /** {@code replica} has entered a membership in which it is no member, or must join first. */
  void left(int replica) {
    isMember[replica] = false;
    // Incarnations count within one membership.
    epochs[replica] = 0;
  }

  /** Promises of {@code replica} from an earlier epoch count until a later epoch is known. */
  public void announces(int replica, long epoch) {
    if (epoch <= epochs[replica]) {
      throw new Violation(
          "replica %d announces epoch %d, it was a member in epoch %d",
          replica, epoch, epochs[replica]);
    }
  }

  /** {@code replica} is a member in this epoch. */
  public void becameMember(int replica, long epoch) {
    epochs[replica] = Math.max(epochs[replica], epoch);
  }

  /** From now on a replica may stop because too many replicas have lost their state. */
  public void tooManyAreLost() {
    tooManyAreLost = true;
  }

  /** {@code replica} ends because another process has announced a later epoch; it starts again. */
  public void replaced(int replica) {
    if (epochs[replica] < 2) {
      throw new Violation(
          "replica %d says that it was replaced, and it has begun once only", replica);
    }
  }

  /** {@code replica} has stopped by itself. */
  public void stops(int replica, String reason) {
    if (!tooManyAreLost) {
      throw new Violation("replica %d stops: %s", replica, reason);
    }
    stopped[replica] = true;
  }

  public boolean hasStopped(int replica) {
    return stopped[replica];
  }

  public boolean hasAnyStopped() {
    boolean any = false;
    for (boolean one : stopped) {
      any |= one;
    }
    return any;
  }

  void checkTakesPart(int replica, Message message) {
    if (!isMember[replica]) {
      throw new Violation("replica %d sends %s without having joined", replica, message);
    }
  }
}
