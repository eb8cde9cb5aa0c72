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
  void replicas_share_the_settings_of_leases_while_these_are_on() {
    SynodConfig off = Configs.builder().build();
    SynodConfig on = Configs.builder().set("reads.lease", "on").build();
    SynodConfig other = on.toBuilder().set("reads.clock-drift", "2%").build();
    SynodConfig slower = on.toBuilder().set("election.timeout", "400ms").build();

    assertThat(SharedSettings.ofPeers(off)).isEqualTo(SharedSettings.of(off));
    assertThat(SharedSettings.of(on)).isEqualTo(SharedSettings.of(off));
    assertThat(SharedSettings.ofPeers(on))
        .isEqualTo(
            SharedSettings.of(off)
                + ", !reads.lease = on, !reads.clock-drift = 1%, !election.timeout = 300ms");
    assertThat(SharedSettings.ofAnyPeers(off)).isEqualTo(SharedSettings.ofExecution(off));
    assertThat(Terms.difference(SharedSettings.ofAnyPeers(on), SharedSettings.ofPeers(on)))
        .as("a member and a standby")
        .isNull();
    assertDifferent(off, on, "reads.lease");
    assertDifferent(on, off, "reads.lease");
    assertDifferent(on, other, "reads.clock-drift");
    assertDifferent(on, slower, "election.timeout");
  }

  private static void assertDifferent(SynodConfig own, SynodConfig other, String key) {
    Terms.Difference different =
        Terms.difference(SharedSettings.ofPeers(own), SharedSettings.ofPeers(other));
    assertThat(different.key()).isEqualTo(key);
  }

  @Test
  void the_election_timeout_of_leases_is_the_same_in_files_that_list_other_replicas() {
    SynodConfig three = Configs.builder().set("reads.lease", "on").build();
    SynodConfigBuilder seven = three.toBuilder();
    for (int id = 3; id < 7; id++) {
      seven.replica(id, "db-%d".formatted(id), 7100 + id, 7200 + id);
    }

    SynodConfig larger = seven.build();
    assertThat(larger.election().timeoutNanos()).isEqualTo(three.election().timeoutNanos());
    assertThat(SharedSettings.ofAnyPeers(larger)).isEqualTo(SharedSettings.ofAnyPeers(three));
    assertThat(seven.set("reads.lease", "off").build().election().timeoutNanos())
        .isEqualTo(2 * three.election().timeoutNanos());
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
