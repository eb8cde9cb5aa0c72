package io.synod.client;

/**
 * The request was surely not executed: it may be sent again, or given up, without any consequence.
 * In a future it carries no stack trace, because it is a result that the client's event loop found;
 * the blocking calls throw it with the caller's.
 */
public final class RequestFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  RequestFailedException(String message) {
    super(message, null, false, false);
  }

  RequestFailedException(RequestFailedException cause) {
    super(cause.getMessage(), cause);
  }
}
