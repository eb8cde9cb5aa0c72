package io.synod.service;

/**
 * Where in the replicated order a request, a timer that is due, or the opening or end of a session
 * stands. The same on every replica. Valid during the call of the service that it was given to, on
 * that thread: later, or on another thread, {@code schedule}, {@code cancel} and {@code publish}
 * throw IllegalStateException.
 */
public interface ExecutionContext {

  /** The slot of the batch that carries the request; slots are executed in order, from 0. */
  long slot();

  /**
   * The request's index in its batch, from 0; -1 for a timer and for the end of an expired session,
   * which come before all requests.
   */
  int indexInBatch();

  /**
   * The number of the client session that sent the request, was opened, or has ended; 0 for a
   * timer. Any other number, also a negative one, may be a session's.
   */
  long session();

  /**
   * The leader's clock when it closed the batch, in milliseconds since the epoch; the same for all
   * requests of a batch and never smaller than in an earlier slot.
   */
  long leaderTimeMillis();

  /**
   * The version of its behaviour that the service follows here; see {@link Service#newestVersion}.
   */
  default int version() {
    return 1;
  }

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
   * @param id as it was given to {@link #schedule}
   * @return whether it was set
   */
  default boolean cancel(long id) {
    throw new UnsupportedOperationException("this context has no timers");
  }

  /**
   * Sends an event to the client of {@code session}. Synod numbers the events of a session, keeps
   * them until the client has acknowledged them, and delivers them to the client's {@code
   * SessionListener}: each once, in order, and in the order in which the service made them relative
   * to the answers of that session's requests. An event that a request publishes comes before the
   * answer of this request. This holds across new connections and leaders, as long as the session
   * lasts. An exception after this call does not take the event back.
   *
   * <p>Events that a client has not acknowledged take their length and 48 bytes each. If those of a
   * session exceed {@code session.max-event-bytes}, the session ends here, on every replica, with
   * {@link SessionEnd#EVENTS}.
   *
   * @param session any open one
   * @param event not null; Synod keeps the array, so it must not be changed afterwards
   * @return false if there is no such session, or it has just ended
   * @throws IllegalArgumentException if the event is longer than {@code session.max-answer-bytes}
   */
  default boolean publish(long session, byte[] event) {
    throw new UnsupportedOperationException("this context has no sessions");
  }
}
