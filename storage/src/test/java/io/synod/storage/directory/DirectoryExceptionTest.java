package io.synod.storage.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The error for a refusal of the file system names the file, the reason and what to do. */
class DirectoryExceptionTest {

  @Test
  void a_right_that_is_missing_is_named_with_the_user() {
    assertThat(message(new AccessDeniedException("/d/lock")))
        .isEqualTo(
            "/d cannot be used: user '%s' may not read and write /d/lock; give that right, or name another directory"
                .formatted(System.getProperty("user.name")));
  }

  @Test
  void a_disk_that_is_only_read_is_named() {
    assertThat(message(new FileSystemException("/d/lock", null, "Read-only file system")))
        .isEqualTo(
            "/d cannot be used: /d/lock: Read-only file system; make it a directory that can be"
                + " written, or name another directory");
  }

  @Test
  void a_file_without_a_reason_is_named() {
    assertThat(message(new NoSuchFileException("/d/lock")))
        .isEqualTo(
            "/d cannot be used: /d/lock: cannot be made; make it a directory that can be written,"
                + " or name another directory");
  }

  @Test
  void a_file_in_place_of_a_directory_is_named() {
    String expected =
        "/d cannot be used: /d/journal is not a directory; move it away, or name another directory";
    assertThat(message(new FileAlreadyExistsException("/d/journal"))).isEqualTo(expected);
    assertThat(message(new NotDirectoryException("/d/journal"))).isEqualTo(expected);
  }

  @Test
  void a_disk_that_fails_is_to_be_checked() {
    assertThat(message(new IOException("Input/output error")))
        .isEqualTo("/d cannot be used: Input/output error; check the disk");
  }

  @Test
  void a_thread_that_is_interrupted_says_nothing_about_the_disk() {
    assertThat(message(new ClosedByInterruptException()))
        .isEqualTo("/d cannot be used: this thread was interrupted meanwhile; try again");
  }

  private static String message(IOException cause) {
    DirectoryException exception = DirectoryException.of(Path.of("/d"), cause);
    assertThat(exception).hasCause(cause);
    return exception.getMessage();
  }
}
