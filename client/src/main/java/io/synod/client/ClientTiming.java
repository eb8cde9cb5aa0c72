package io.synod.client;

/**
 * The client's times, in nanoseconds, each 73 years at most.
 *
 * @param timeoutNanos from {@code send} to the latest end of a request
 * @param connectNanos for connecting to a replica until its welcome
 * @param retryNanos without an answer until everything unanswered is sent again
 * @param keepAliveNanos an idle session says after this time that it is still in use
 */
record ClientTiming(long timeoutNanos, long connectNanos, long retryNanos, long keepAliveNanos) {
  /** A time that begins now must not end beyond what a clock of nanoseconds can say. */
  private static final long NANOS_MAX = Long.MAX_VALUE / 4;

  ClientTiming {
    long longest = Math.max(Math.max(timeoutNanos, connectNanos), retryNanos);
    if (Math.max(longest, keepAliveNanos) > NANOS_MAX) {
      throw new IllegalArgumentException(
          ("no time may be over %d ns, 73 years: request %d ns, connect %d ns, retry %d ns,"
                  + " keep-alive %d ns")
              .formatted(NANOS_MAX, timeoutNanos, connectNanos, retryNanos, keepAliveNanos));
    }
    if (timeoutNanos < 1 || connectNanos < 1 || retryNanos < 1 || keepAliveNanos < 1) {
      throw new IllegalArgumentException(
          "every time must be positive: request %d ns, connect %d ns, retry %d ns, keep-alive %d ns"
              .formatted(timeoutNanos, connectNanos, retryNanos, keepAliveNanos));
    }
  }
}
