package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.TimeoutRange;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that the leader chooses by itself. */
final class AutopilotConfigTest {
  @TempDir Path folder;

  private SynodConfig with(String... settings) {
    return SynodConfig.load(Configs.three(folder), List.of(settings));
  }

  private void assertRefused(String reason, String... settings) {
    assertThatThrownBy(() -> with(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void fixed_limits_leave_nothing_to_choose() {
    AutopilotConfig autopilot = with("pipeline.window=16", "batch.max-bytes=64KiB").autopilot();
    assertThat(autopilot.on()).isFalse();
    assertThat(autopilot.least()).isEqualTo(new BatchLimits(64 << 10, 16));
    assertThat(autopilot.most()).isEqualTo(autopilot.least());
  }

  @Test
  void auto_is_the_most_that_the_other_settings_allow() {
    SynodConfig config =
        with(
            "pipeline.window=auto",
            "batch.max-bytes=auto",
            "execution.backlog=200",
            "network.peer-buffer=16MiB",
            "election.timeout=600ms");
    AutopilotConfig autopilot = config.autopilot();
    assertThat(autopilot.on()).isTrue();
    assertThat(autopilot.least()).isEqualTo(new BatchLimits(1 << 10, 1));
    assertThat(autopilot.most()).isEqualTo(new BatchLimits(1 << 20, 100));
    assertThat(autopilot.windowBytesMax()).isEqualTo(8 << 20);
    assertThat(autopilot.queueNanosMax()).isEqualTo(200_000_000);
    assertThat(config.pipeline().window()).isEqualTo(100);
    assertThat(config.batch().maxBytes()).isEqualTo(1 << 20);
  }

  @Test
  void one_of_both_may_be_fixed() {
    AutopilotConfig autopilot = with("pipeline.window=auto", "batch.max-bytes=64KiB").autopilot();
    assertThat(autopilot.on()).isTrue();
    assertThat(autopilot.least().maxBytes()).isEqualTo(64 << 10);
    assertThat(autopilot.most()).isEqualTo(new BatchLimits(64 << 10, 512));
  }

  @Test
  void a_range_is_kept_as_it_was_written() {
    SynodConfig config = with("pipeline.window=4 .. 64", "batch.max-bytes=1KiB..32KiB");
    assertThat(config.autopilot().least()).isEqualTo(new BatchLimits(1 << 10, 4));
    assertThat(config.autopilot().most()).isEqualTo(new BatchLimits(32 << 10, 64));
    assertThat(config.toProperties())
        .contains("pipeline.window = 4..64\n", "batch.max-bytes = 1KiB..32KiB\n");
  }

  @Test
  void auto_survives_being_written_and_read() {
    SynodConfig config =
        with("pipeline.window=auto", "batch.max-bytes=auto", "batch.max-delay=auto");
    assertThat(config.toProperties())
        .contains(
            "pipeline.window = auto\n", "batch.max-bytes = auto\n", "batch.max-delay = auto\n");
    assertThat(config.toBuilder().build()).isEqualTo(config);
  }

  @Test
  void a_range_that_other_settings_do_not_allow_is_refused() {
    assertRefused("8..600 is too much for execution.backlog = 1024", "pipeline.window=8..600");
    assertRefused("8..4 is empty: write the smaller amount first", "pipeline.window=8..4");
    assertRefused("0 is not 1 to 10000", "pipeline.window=0..4");
    assertRefused("'a' is not a whole number", "pipeline.window=a..4");
    assertRefused(
        "'autoo' is not 1 to 10000, auto (1..512), or such a range", "pipeline.window=autoo");
  }

  @Test
  void timeouts_are_automatic_unless_they_are_set() {
    TimeoutsConfig timeouts = with().timeouts();
    assertThat(timeouts.election())
        .isEqualTo(new TimeoutRange(300_000_000, 300_000_000, 10_000_000_000L));
    assertThat(timeouts.retransmit())
        .isEqualTo(new TimeoutRange(100_000_000, 200_000_000, 10_000_000_000L));
    assertThat(timeouts.catchUp())
        .isEqualTo(new TimeoutRange(50_000_000, 100_000_000, 10_000_000_000L));
    String[] fixed = {"election.timeout=1s", "pipeline.retransmit=1s", "catch-up.timeout=1s"};
    assertThat(with(fixed).timeouts().areFixed()).isTrue();
    assertThat(with("election.timeout=1s").timeouts().election())
        .isEqualTo(TimeoutRange.fixed(1_000_000_000));
  }

  @Test
  void a_timeout_begins_with_its_default_or_the_nearest_of_its_range() {
    TimeoutsConfig timeouts =
        with("election.timeout=auto", "pipeline.retransmit=10ms..90ms", "catch-up.timeout=1s..2s")
            .timeouts();
    assertThat(timeouts.areFixed()).isFalse();
    assertThat(timeouts.election())
        .isEqualTo(new TimeoutRange(300_000_000, 300_000_000, 10_000_000_000L));
    assertThat(timeouts.retransmit())
        .isEqualTo(new TimeoutRange(10_000_000, 90_000_000, 90_000_000));
    assertThat(timeouts.catchUp())
        .isEqualTo(new TimeoutRange(1_000_000_000, 1_000_000_000, 2_000_000_000));
  }

  @Test
  void the_core_begins_with_the_first_timeouts() {
    SynodConfig config = with("election.timeout=500ms..2s", "pipeline.retransmit=1s..2s");
    assertThat(config.election().timeoutNanos()).isEqualTo(500_000_000);
    assertThat(config.pipeline().retransmitNanos()).isEqualTo(1_000_000_000);
  }

  @Test
  void an_automatic_election_timeout_is_at_least_two_heartbeats() {
    assertThat(
            with("election.timeout=auto", "election.heartbeat=400ms")
                .timeouts()
                .election()
                .leastNanos())
        .isEqualTo(800_000_000);
    assertRefused(
        "200ms..9s is less than two heartbeats",
        "election.timeout=200ms..9s",
        "election.heartbeat=400ms");
  }

  @Test
  void a_delay_that_follows_the_window_needs_the_adaptive_policy() {
    assertRefused(
        "auto needs batch.policy = adaptive", "batch.max-delay=auto", "batch.policy=timed");
  }

  @Test
  void a_range_of_delays_begins_with_none() {
    assertThat(with("batch.max-delay=0ns..5ms").batch().maxDelayNanos()).isEqualTo(5_000_000);
    assertThatThrownBy(() -> with("batch.max-delay=1ms..5ms"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("1ms..5ms begins above 0")
        .hasMessageContaining("begin with 0ns, or write one time");
  }
}
