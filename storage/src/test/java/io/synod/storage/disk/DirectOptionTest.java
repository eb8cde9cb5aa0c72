package io.synod.storage.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectOptionTest {

  @Test
  void the_jvms_that_build_this_have_it() {
    assertThat(DirectOption.find()).hasToString("DIRECT");
  }
}
