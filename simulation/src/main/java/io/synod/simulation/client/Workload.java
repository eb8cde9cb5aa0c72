package io.synod.simulation.client;

/**
 * What every client does.
 *
 * @param requests how many requests each client sends through the log
 * @param queries how many reads outside the log each client sends
 * @param outstanding requests of one client that may be unanswered
 * @param thinkNanos between two requests of a client, at most
 * @param timeoutNanos without an answer for this long a client tries elsewhere
 * @param keys registers, and as many counters, that all clients share
 * @param vanishing share of a client's requests after which it is gone for good, and another in its
 *     place begins with a session of its own
 * @param leaving share of the times when a client has all its answers at which it is gone for good,
 *     and another takes its place
 * @param closes whether clients close their sessions in the end
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
    boolean closes) {

  private static final long READING_NANOS = 20_000_000;

  /** Of a client that asks so many queries and nothing else, soon one after the other. */
  Workload reading(int reads) {
    long nanos = Math.min(thinkNanos, READING_NANOS);
    return new Workload(0, reads, outstanding, nanos, timeoutNanos, keys, 0, 0, closes);
  }
}
