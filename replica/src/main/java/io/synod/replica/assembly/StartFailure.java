package io.synod.replica.assembly;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** A replica or learner could not be assembled or started; the message says why and what to do. */
public final class StartFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Closes a directory that cannot be used, and says why.
   *
   * @param failure why; one that is an Error is thrown
   * @param message of the result, with places for the directory's name and the reason
   */
  static StartFailure of(DataDirectory directory, String message, Throwable failure) {
    StartFailure cannotStart =
        new StartFailure(message.formatted(directory.name(), why(failure)), failure);
    try {
      directory.close();
    } catch (IOException another) {
      cannotStart.addSuppressed(another);
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return cannotStart;
  }

  /** Why a directory could not be read, in words. */
  public static String why(Throwable failure) {
    if (failure instanceof ClosedByInterruptException) {
      return "this thread was interrupted meanwhile; try again";
    }
    // The message of these two is only the path. Another user may have made the file.
    if (failure instanceof AccessDeniedException denied) {
      return "user '%s' may not read and write %s; give that right, then try again"
          .formatted(System.getProperty("user.name"), denied.getFile());
    }
    return failure instanceof NoSuchFileException gone && gone.getReason() == null
        ? gone.getFile() + " does not exist"
        : failure.getMessage();
  }
}
