package io.synod.storage.journal;

import java.io.IOException;

/**
 * The disk has failed. It is unknown which of the last writes it holds, and another try could
 * report success for lost data (Rebello et al., ATC'20). So the journal does nothing any more: the
 * replica stops, and its next start reads what the disk has.
 */
public final class JournalFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param attempt what was done, with file and offset
   */
  JournalFailure(String attempt, IOException cause) {
    super(
        ("could not %s: %s; the replica stops, because the disk may have lost data; check the disk,"
                + " then start the replica again")
            .formatted(attempt, reason(cause)),
        cause);
  }

  // The JDK's file exceptions say only a path where they have no words of the system.
  private static String reason(IOException cause) {
    return cause.getClass() == IOException.class && cause.getMessage() != null
        ? cause.getMessage()
        : cause.toString();
  }
}
