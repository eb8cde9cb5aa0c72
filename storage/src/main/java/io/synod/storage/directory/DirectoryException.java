package io.synod.storage.directory;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * A replica cannot use a directory. The message names the directory, why, and what to do; it is for
 * the user.
 */
public final class DirectoryException extends IOException {
  private static final long serialVersionUID = 1L;

  private DirectoryException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * @param why goes on a sentence that begins with the directory
   */
  static DirectoryException of(Path directory, String why) {
    return new DirectoryException(directory + " " + why, null);
  }

  /** What the file system has refused, or what names its reason already. */
  static DirectoryException of(Path directory, IOException cause) {
    return cause instanceof DirectoryException refused
        ? refused
        : new DirectoryException(directory + " cannot be used: " + why(cause), cause);
  }

  private static String why(IOException cause) {
    if (cause instanceof ClosedByInterruptException) {
      return "this thread was interrupted meanwhile; try again";
    }
    if (!(cause instanceof FileSystemException refused)) {
      return "%s; check the disk".formatted(cause.getMessage());
    }
    String file = refused.getFile();
    if (cause instanceof AccessDeniedException) {
      return "user '%s' may not read and write %s; give that right, or name another directory"
          .formatted(System.getProperty("user.name"), file);
    }
    if (cause instanceof FileAlreadyExistsException || cause instanceof NotDirectoryException) {
      return "%s is not a directory; move it away, or name another directory".formatted(file);
    }
    return "%s: %s; make it a directory that can be written, or name another directory"
        .formatted(file, refused.getReason() == null ? "cannot be made" : refused.getReason());
  }
}
