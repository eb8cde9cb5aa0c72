package io.synod.simulation.explore;

import java.util.Arrays;

/**
 * One state of the whole cluster. Immutable once it is complete.
 *
 * <p>Budgets are what is left of the bound: timers, crashes, duplicates, requests, changes; one
 * byte each.
 */
final class ClusterState {
  private static final int BYTE = 8;
  private static final int BYTE_MASK = 255;

  enum Budget {
    TIMERS,
    CRASHES,
    DUPLICATES,
    REQUESTS,
    CHANGES
  }

  /** By replica, the number of its state. */
  final int[] locals;

  /** Numbers of messages, as bits. */
  long[] inFlight;

  /** The number of this state among all states. */
  int number;

  private long inFlightHash;
  private long budgets;

  ClusterState(int[] locals, Bound bound) {
    this.locals = locals;
    inFlight = new long[1];
    budgets =
        of(Budget.TIMERS, bound.timers())
            | of(Budget.CRASHES, bound.crashes())
            | of(Budget.DUPLICATES, bound.duplicates())
            | of(Budget.REQUESTS, bound.requests())
            | of(Budget.CHANGES, bound.changes());
  }

  private ClusterState(ClusterState from) {
    locals = from.locals.clone();
    inFlight = from.inFlight.clone();
    inFlightHash = from.inFlightHash;
    budgets = from.budgets;
  }

  ClusterState copy() {
    return new ClusterState(this);
  }

  private static long of(Budget budget, int amount) {
    return (long) amount << budget.ordinal() * BYTE;
  }

  int left(Budget budget) {
    return (int) (budgets >>> budget.ordinal() * BYTE) & BYTE_MASK;
  }

  void spend(Budget budget) {
    budgets -= of(budget, 1);
  }

  boolean isInFlight(int message) {
    int word = message >>> 6;
    return word < inFlight.length && (inFlight[word] & 1L << message) != 0;
  }

  void send(int message) {
    if (isInFlight(message)) {
      return;
    }
    int word = message >>> 6;
    if (word >= inFlight.length) {
      inFlight = Arrays.copyOf(inFlight, word + 1);
    }
    inFlight[word] |= 1L << message;
    inFlightHash ^= Hash.mix(message + 1);
  }

  void remove(int message) {
    if (isInFlight(message)) {
      inFlight[message >>> 6] &= ~(1L << message);
      inFlightHash ^= Hash.mix(message + 1);
    }
  }

  /** 64 bits: with m states the probability of a collision is below m² / 2^65. */
  long hash() {
    long hash = inFlightHash + Hash.mix(budgets);
    for (int local : locals) {
      hash = Hash.mix(hash * 31 + local);
    }
    return hash;
  }
}
