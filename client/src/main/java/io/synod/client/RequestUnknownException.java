package io.synod.client;

/**
 * The request was sent and no answer came: it was executed once, or will be, or never will be. Only
 * the service's state shows which, so do not send a request again without a check if it must not be
 * executed twice. In a future it carries no stack trace; the blocking calls throw it with the
 * caller's.
 */
public final class RequestUnknownException extends Exception {
  private static final long serialVersionUID = 1L;

  RequestUnknownException(String message) {
    super(message, null, false, false);
  }

  RequestUnknownException(RequestUnknownException cause) {
    super(cause.getMessage(), cause);
  }
}
