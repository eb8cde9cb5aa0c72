package io.synod.examples.demo;

/** The result of comparing the clients' ledgers with the cluster's state. Thread-safe. */
final class Verdict {
  private long lost;
  private long executedTwice;
  private long contradicted;

  /** Acknowledged writes that are missing from the state. */
  synchronized void lost(long writes) {
    lost += writes;
  }

  /** Executions beyond the first one of a write. */
  synchronized void executedTwice(long executions) {
    executedTwice += executions;
  }

  /**
   * Answers that contradict the state or the order of one client's requests: a stale read, a write
   * that overtook another, a rejected write that was executed, or a write that no client sent.
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
}
