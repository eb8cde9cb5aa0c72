package io.synod.simulation.client;

import io.synod.core.settings.SessionSettings;

/**
 * What every client does.
 *
 * @param requests how many requests each client sends through the log
 * @param queries how many reads outside the log each client sends
 * @param outstanding requests of one client that may be unanswered
 * @param thinkNanos between two requests of a client, at most
 * @param timeoutNanos without an answer for this long a client tries elsewhere
 * @param keys registers, and as many counters, that all clients share
 * @param duplication share of frames that a client sends twice on purpose
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
    double duplication,
    double vanishing,
    double leaving,
    boolean closes) {

  /** The same reads, and nothing else. */
  Workload reading() {
    return new Workload(0, queries, outstanding, thinkNanos, timeoutNanos, keys, 0, 0, 0, closes);
  }

  /**
   * Whether clients ask more than a session may. Then some answer may never come, and a client that
   * has waited for long goes on in another session.
   */
  public boolean isGreedy(SessionSettings session) {
    return outstanding > session.outstandingMax();
  }

  /** How often a client that has nothing to send keeps its session alive. */
  long keepAliveNanos(SessionSettings session) {
    return session.idleMillis() * 1_000_000 / 4;
  }
}
