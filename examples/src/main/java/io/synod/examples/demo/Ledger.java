package io.synod.examples.demo;

import java.util.BitSet;

/**
 * A writer's record of its writes of one kind. Each write has a number, and is acknowledged,
 * certainly not executed, or unknown. Thread-safe.
 */
final class Ledger {
  private final BitSet acknowledged = new BitSet();
  private final BitSet refused = new BitSet();
  private int sentCount;
  private int acknowledgedCount;
  private int refusedCount;

  /** Returns the next number, whose outcome is unknown from now on. */
  synchronized int send() {
    return sentCount++;
  }

  synchronized void acknowledge(int number) {
    acknowledged.set(number);
    acknowledgedCount++;
  }

  /** Records that the write was certainly not executed. */
  synchronized void refuse(int number) {
    refused.set(number);
    refusedCount++;
  }

  synchronized int sent() {
    return sentCount;
  }

  synchronized int acknowledged() {
    return acknowledgedCount;
  }

  synchronized int unknown() {
    return sentCount - acknowledgedCount - refusedCount;
  }

  /** Reports to {@code verdict} what this number of executions means for a write. */
  synchronized void judge(int number, int executed, Verdict verdict) {
    if (executed > 1) {
      verdict.executedTwice(executed - 1);
    }
    if (acknowledged.get(number) && executed == 0) {
      verdict.lost(1);
    }
    if (refused.get(number) && executed > 0) {
      verdict.contradicted(1);
    }
  }

  /** As {@link #judge}, for writes of which the state holds only the number. */
  synchronized void judgeTotal(long executed, Verdict verdict) {
    long most = acknowledgedCount + (long) unknown();
    verdict.lost(Math.max(0, acknowledgedCount - executed));
    verdict.executedTwice(Math.max(0, executed - most));
  }
}
