package io.synod.replica.assembly;

import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;

/** A replica or learner could not be assembled or started; the message says why and what to do. */
public final class StartFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /** Why a directory could not be read, in words. */
  static String why(Throwable failure) {
    if (failure instanceof ClosedByInterruptException) {
      return "this thread was interrupted meanwhile; try again";
    }
    // Of itself it has no words: another user may have made the file at an earlier start.
    return failure instanceof AccessDeniedException denied
        ? "user '%s' may not read and write %s; give that right, then start again"
            .formatted(System.getProperty("user.name"), denied.getFile())
        : failure.getMessage();
  }
}
