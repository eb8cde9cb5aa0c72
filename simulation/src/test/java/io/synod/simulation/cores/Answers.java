package io.synod.simulation.cores;

import io.synod.simulation.check.Violation;

/** What was acknowledged to clients, and whether reads see it. */
final class Answers {
  private long acknowledgedEnd;
  private long readsAtOnce;

  /**
   * A read that a client has sent.
   *
   * @param mustSee every slot before this one was acknowledged before
   */
  record Read(long mustSee) {}

  /** Every slot before {@code end} is decided and executed somewhere. */
  void acknowledge(long end) {
    acknowledgedEnd = Math.max(acknowledgedEnd, end);
  }

  Read read() {
    return new Read(acknowledgedEnd);
  }

  /**
   * @param atOnce whether it has waited for nothing
   * @throws Violation if it has not seen what it must see
   */
  void served(int replica, Read read, long executedEnd, boolean atOnce) {
    readsAtOnce += atOnce ? 1 : 0;
    if (executedEnd < read.mustSee()) {
      throw new Violation(
          "replica %d answers a read %swith the state before slot %d, and slot %d was acknowledged"
              + " before the read",
          replica, atOnce ? "by lease " : "", executedEnd, read.mustSee() - 1);
    }
  }

  /** Reads that have waited for nothing: by lease. */
  long readsAtOnce() {
    return readsAtOnce;
  }

  long acknowledgedEnd() {
    return acknowledgedEnd;
  }
}
