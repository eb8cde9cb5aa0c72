package io.synod.simulation.client;

/**
 * The behaviour of every client.
 *
 * @param requests number of requests of each client through the log
 * @param queries number of reads of each client outside the log
 * @param outstanding the most unanswered requests of one client
 * @param thinkNanos the longest time between two requests of a client
 * @param timeoutNanos after which a client without an answer tries another replica
 * @param keys number of registers, and of counters, that all clients share
 * @param vanishing share of a client's requests after which it vanishes, and another client with a
 *     new session replaces it
 * @param leaving share of times at which a client without open requests leaves for good, and
 *     another one replaces it
 * @param closes whether clients close their sessions at the end
 * @param byLease whether clients read by lease too
 */
public record Workload(
    int requests,
    int queries,
    int outstanding,
    long thinkNanos,
    long timeoutNanos,
    int keys,
    double vanishing,
    double leaving,
    boolean closes,
    boolean byLease) {

  private static final long READING_NANOS = 20_000_000;

  /** For a client that only sends this number of queries, in quick succession. */
  Workload reading(int reads) {
    long nanos = Math.min(thinkNanos, READING_NANOS);
    return new Workload(0, reads, outstanding, nanos, timeoutNanos, keys, 0, 0, closes, byLease);
  }
}
