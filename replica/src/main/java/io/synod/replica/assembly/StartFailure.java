package io.synod.replica.assembly;

import java.nio.channels.ClosedByInterruptException;

/** A replica or learner could not be assembled or started; the message says why and what to do. */
public final class StartFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /** Why a directory could not be read, in words. */
  static String why(Throwable failure) {
    return failure instanceof ClosedByInterruptException
        ? "this thread was interrupted meanwhile; try again"
        : failure.getMessage();
  }
}
