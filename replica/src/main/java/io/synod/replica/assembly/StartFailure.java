package io.synod.replica.assembly;

/** A replica or learner could not be assembled or started; the message says why and what to do. */
public final class StartFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
