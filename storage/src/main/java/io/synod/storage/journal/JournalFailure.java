package io.synod.storage.journal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;

/**
 * The disk has failed. After a write it is unknown which of the last ones it holds, and another try
 * could report success for lost data (Rebello et al., ATC'20). So the journal does nothing any
 * more: the replica stops, and its next start reads what the disk has.
 */
public final class JournalFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String what;

  private JournalFailure(String what, String help, IOException cause) {
    super(what + help, cause);
    this.what = what;
  }

  /** What happened, without what to do with a replica: a tool that reads or writes has none. */
  public String what() {
    return what;
  }

  /**
   * @param attempt what was done, with file and offset
   */
  static JournalFailure ofWriting(String attempt, IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return new JournalFailure(
          "could not %s: user '%s' may not read and write it"
              .formatted(attempt, System.getProperty("user.name")),
          "; give that right, then start the replica again",
          cause);
    }
    return new JournalFailure(
        "could not %s: %s".formatted(attempt, reason(cause)),
        "; the replica stops, because the disk may have lost data; check the disk, then start the"
            + " replica again",
        cause);
  }

  /**
   * @param attempt what was read, with file and offset
   */
  static JournalFailure ofReading(String attempt, IOException cause) {
    return new JournalFailure(
        "could not %s: %s".formatted(attempt, reason(cause)),
        "; check the disk, then start the replica again; if the disk does not give it back, start"
            + " with an empty directory: the replica then fetches its state from the others",
        cause);
  }

  // The JDK's file exceptions say only a path where they have no words of the system.
  private static String reason(IOException cause) {
    return cause.getClass() == IOException.class && cause.getMessage() != null
        ? cause.getMessage()
        : cause.toString();
  }
}
