package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.format.Terms;
import org.junit.jupiter.api.Test;

class SharedSettingsTest {

  @Test
  void each_setting_that_must_be_equal_stands_there_by_its_key() {
    assertThat(SharedSettings.of(Configs.builder().build()))
        .isEqualTo(
            "replicas = 3, cluster.phase1-quorum = 2, cluster.phase2-quorum = 2, membership.alpha = 512,"
                + " session.idle-timeout = 10min, session.max-outstanding = 4096,"
                + " session.max-count = 65536, session.max-answer-bytes = 2MiB,"
                + " session.max-kept-bytes = 16MiB, session.max-all-kept-bytes = 32MiB,"
                + " session.max-event-bytes = 4MiB,"
                + " service.on-exception = reply, service.max-timers = 32768,"
                + " service.digest-slots = 1024");
  }

  @Test
  void the_spelling_in_the_file_does_not_matter() {
    String mebibytes = with("session.max-answer-bytes", "1MiB");

    assertThat(with("session.max-answer-bytes", "1048576B")).isEqualTo(mebibytes);
    assertThat(Terms.difference(mebibytes, with("session.max-answer-bytes", "1048577B")))
        .isEqualTo(new Terms.Difference("session.max-answer-bytes", "1MiB", "1048577B"));
  }

  private static String with(String key, String value) {
    return SharedSettings.of(Configs.builder().set(key, value).build());
  }
}
