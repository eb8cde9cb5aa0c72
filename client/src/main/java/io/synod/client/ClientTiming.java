package io.synod.client;

/**
 * The client's times, in nanoseconds.
 *
 * @param timeoutNanos from {@code send} to the latest end of a request
 * @param connectNanos for connecting to a replica until its welcome
 * @param retryNanos without an answer until everything unanswered is sent again
 * @param keepAliveNanos an idle session says after this time that it is still in use
 */
record ClientTiming(long timeoutNanos, long connectNanos, long retryNanos, long keepAliveNanos) {

  ClientTiming {
    if (timeoutNanos < 1 || connectNanos < 1 || retryNanos < 1 || keepAliveNanos < 1) {
      throw new IllegalArgumentException(
          "every time must be positive: request %d ns, connect %d ns, retry %d ns, keep-alive %d ns"
              .formatted(timeoutNanos, connectNanos, retryNanos, keepAliveNanos));
    }
  }
}
