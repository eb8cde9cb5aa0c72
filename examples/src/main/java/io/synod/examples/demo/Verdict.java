package io.synod.examples.demo;

/** What the comparison of the clients' ledgers with the cluster's state has found. Thread-safe. */
final class Verdict {
  private long lost;
  private long executedTwice;
  private long contradicted;

  /** Acknowledged writes of which the state shows nothing. */
  synchronized void lost(long writes) {
    lost += writes;
  }

  /** Executions beyond the first one of a write. */
  synchronized void executedTwice(long executions) {
    executedTwice += executions;
  }

  /**
   * Answers that the state or the order of one client's requests contradicts: a stale read, a write
   * that overtook another, one that was refused and yet executed, one that nobody sent.
   */
  synchronized void contradicted(long answers) {
    contradicted += answers;
  }

  synchronized long lost() {
    return lost;
  }

  synchronized long executedTwice() {
    return executedTwice;
  }

  synchronized long contradicted() {
    return contradicted;
  }

  boolean isClean() {
    return lost() == 0 && executedTwice() == 0 && contradicted() == 0;
  }
}
