package io.synod.client;

/** How long a client waits for a replica that could answer its queries before it tries another. */
enum RetryPolicy {
  /** There is one, and it is worth waiting for. */
  LEADER(1, 3, 8, Integer.MAX_VALUE),
  /** Any replica will do. */
  PROXY(4, 1, 1, 4);

  private final int retriesInInterval;
  private final int doublingsLearnt;
  private final int refusalsMax;
  private final int busyMax;

  RetryPolicy(int retriesInInterval, int doublingsLearnt, int refusalsMax, int busyMax) {
    this.retriesInInterval = retriesInInterval;
    this.doublingsLearnt = doublingsLearnt;
    this.refusalsMax = refusalsMax;
    this.busyMax = busyMax;
  }

  /**
   * Without an answer until all is sent again.
   *
   * @param retryNanos a leader's
   */
  long intervalNanos(long retryNanos) {
    return Math.max(1, retryNanos / retriesInInterval);
  }

  /** How often that may double because answers have come after it. */
  int doublingsLearnt() {
    return doublingsLearnt;
  }

  /** Back-offs after NOT_LEADER in a row. */
  int refusalsMax() {
    return refusalsMax;
  }

  /** Back-offs after BUSY in a row. */
  int busyMax() {
    return busyMax;
  }
}
