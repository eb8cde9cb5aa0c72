package io.synod.service;

/**
 * Where in the replicated order a request, or a timer that is due, stands. The same on every
 * replica.
 */
public interface ExecutionContext {

  /** The slot of the batch that carries the request; slots are executed in order, from 0. */
  long slot();

  /** The request's index in its batch, from 0; -1 for a timer, which comes before all of them. */
  int indexInBatch();

  /** The client session that sent the request; 0 for a timer. */
  long session();

  /**
   * The leader's clock when it closed the batch, in milliseconds since the epoch; the same for all
   * requests of a batch and never smaller than in an earlier slot.
   */
  long leaderTimeMillis();

  /**
   * Sets a timer: {@link Service#onTimer} is called with {@code id} before the first request of the
   * first batch whose leader time has reached {@code atMillis}. While a leader lives, such a batch
   * comes at that time, empty if no request does. A timer of this id that is set already is
   * replaced. Timers are part of the snapshots that Synod keeps, so the service need not keep them.
   *
   * @param id any number; the service's own
   * @param atMillis leader time; the next millisecond after that of this batch if it is not later.
   *     Timers of the same time run in the order in which they were set
   * @throws IllegalStateException if {@code service.max-timers} are set, and none of this id; on
   *     every replica alike
   */
  default void schedule(long id, long atMillis) {
    throw new UnsupportedOperationException("this context has no timers");
  }

  /**
   * The timer of this id does not run, unless it is set again.
   *
   * @return whether it was set
   */
  default boolean cancel(long id) {
    throw new UnsupportedOperationException("this context has no timers");
  }
}
