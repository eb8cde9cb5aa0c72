package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class StartFailureTest {

  /** A start as another user has left files that this one may not read. */
  @Test
  void the_user_who_lacks_a_right_is_named() {
    assertThat(StartFailure.why(new AccessDeniedException("/d/snapshots/7.snapshot")))
        .isEqualTo(
            "user '%s' may not read and write /d/snapshots/7.snapshot; give that right, then try again"
                .formatted(System.getProperty("user.name")));
  }

  @Test
  void a_file_that_is_not_there_is_said_to_be_none() {
    assertThat(StartFailure.why(new NoSuchFileException("/backups/monday/snapshots")))
        .isEqualTo("/backups/monday/snapshots does not exist");
    assertThat(StartFailure.why(new NoSuchFileException("/7.snapshot", null, "it was deleted")))
        .isEqualTo("/7.snapshot: it was deleted");
  }

  @Test
  void any_other_failure_says_itself_why() {
    assertThat(StartFailure.why(new IOException("Input/output error")))
        .isEqualTo("Input/output error");
  }
}
