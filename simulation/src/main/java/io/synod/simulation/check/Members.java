package io.synod.simulation.check;

import io.synod.core.message.Message;

/**
 * Who takes part: nobody who may have forgotten what it has told does, until it has joined; and
 * nobody gives up who could be helped.
 */
final class Members {
  private final boolean[] takesPart;
  private final boolean[] stopped;
  // The latest in which it took part; 0 if it never did.
  private final long[] epochs;
  private boolean tooManyAreLost;

  Members(int replicas) {
    takesPart = new boolean[replicas];
    stopped = new boolean[replicas];
    epochs = new long[replicas];
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
    takesPart[replica] = member;
  }

  int replicas() {
    return takesPart.length;
  }

  boolean takesPart(int replica) {
    return takesPart[replica];
  }

  void joined(int replica) {
    takesPart[replica] = true;
  }

  /** What {@code replica} has promised in an earlier epoch counts until a later one is known. */
  void announces(int replica, long epoch) {
    if (epoch <= epochs[replica]) {
      throw new Violation(
          "replica %d announces epoch %d, it took part in epoch %d",
          replica, epoch, epochs[replica]);
    }
  }

  void takesPart(int replica, long epoch) {
    epochs[replica] = Math.max(epochs[replica], epoch);
  }

  void tooManyAreLost() {
    tooManyAreLost = true;
  }

  /** {@code replica} ends because another memory has announced a later epoch; it comes back. */
  void replaced(int replica) {
    if (epochs[replica] < 2) {
      throw new Violation(
          "replica %d says that it was replaced, and it has begun once only", replica);
    }
  }

  void stops(int replica, String reason) {
    if (!tooManyAreLost) {
      throw new Violation("replica %d stops: %s", replica, reason);
    }
    stopped[replica] = true;
  }

  boolean hasStopped(int replica) {
    return stopped[replica];
  }

  boolean hasAnyStopped() {
    boolean any = false;
    for (boolean one : stopped) {
      any |= one;
    }
    return any;
  }

  void checkTakesPart(int replica, Message message) {
    if (!takesPart[replica]) {
      throw new Violation("replica %d sends %s without having joined", replica, message);
    }
  }
}
