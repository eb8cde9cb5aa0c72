package io.synod.service;

/** Why a session has ended. */
public enum SessionEnd {
  /** Its client has closed it. */
  CLOSED,
  /** Its client sent nothing for {@code session.idle-timeout} of leader time. */
  EXPIRED,
  /**
   * Another session needed its place: {@code session.max-count} were open, and this one was the
   * least recently active; or all together kept more than {@code session.max-all-kept-bytes}, and
   * this one kept the most. Also when an operator lowers these limits.
   */
  EVICTED,
  /** Its client did not take its events, which exceeded {@code session.max-event-bytes}. */
  EVENTS
}
