package io.synod.examples.demo;

import java.util.BitSet;

/**
 * What a writer knows of its writes of one kind: every one has a number, and ends as acknowledged,
 * as surely not executed, or stays unknown. Thread-safe.
 */
final class Ledger {
  private final BitSet acknowledged = new BitSet();
  private final BitSet refused = new BitSet();
  private int sentCount;
  private int acknowledgedCount;
  private int refusedCount;

  /** The next number, whose end is unknown from now on. */
  synchronized int send() {
    return sentCount++;
  }

  synchronized void acknowledge(int number) {
    acknowledged.set(number);
    acknowledgedCount++;
  }

  /** It was surely not executed. */
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

  /** Tells {@code verdict} what it means that a write shows so many times in the state. */
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

  /** As {@link #judge}, for writes of which the state only tells how many there were. */
  synchronized void judgeTotal(long executed, Verdict verdict) {
    long most = acknowledgedCount + (long) unknown();
    verdict.lost(Math.max(0, acknowledgedCount - executed));
    verdict.executedTwice(Math.max(0, executed - most));
  }
}
