package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class StartFailureTest {

  /** A start as another user has left files that this one may not read. */
  @Test
  void the_user_who_lacks_a_right_is_named() {
    assertThat(StartFailure.why(new AccessDeniedException("/d/snapshots/7.snapshot")))
        .isEqualTo(
            "user '%s' may not read and write /d/snapshots/7.snapshot; give that right, then start again"
                .formatted(System.getProperty("user.name")));
  }

  @Test
  void any_other_failure_says_itself_why() {
    assertThat(StartFailure.why(new IOException("Input/output error")))
        .isEqualTo("Input/output error");
  }
}
