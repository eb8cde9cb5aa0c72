package io.synod.core.execution;

/** What a reply is, mostly the outcome of a request or query; the code is its byte on the wire. */
public enum ReplyStatus {
  /** Executed; the answer is the service's. */
  OK(0),
  /**
   * Executed; the service threw. The answer is the message of its ServiceException, or the class
   * and message of another exception.
   */
  SERVICE_ERROR(1),
  /** Not executed: the session expects the sequence that the answer names. */
  OUT_OF_ORDER(2),
  /** Not executed: there is no such session (any more). */
  SESSION_EXPIRED(3),
  /** Query not executed: too many are waiting. */
  BUSY(4),
  /** Query not executed: this replica does not lead. */
  NOT_LEADER(5),
  /** No reply, but an event: its number stands in place of a sequence, its bytes of the answer. */
  EVENT(6);

  private static final ReplyStatus[] BY_CODE = values();

  private final int code;

  ReplyStatus(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /**
   * @throws IllegalArgumentException if no status has this code
   */
  public static ReplyStatus ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("no reply status has code " + code);
    }
    return BY_CODE[code];
  }
}
