package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.cli.CommandRun;
import org.junit.jupiter.api.Test;

final class LinkCommandTest {

  @Test
  void check_prints_what_should_be_beside_what_is() {
    CommandRun run = CommandRun.of("link", "check", "wan-50ms", "--rounds", "1");
    assertThat(run.out().lines().skip(1)).hasSize(6);
    assertThat(run.out())
        .containsPattern(
            "wan-50ms +latency, idle +50\\.00 +\\d+\\.\\d\\d +-?\\d+\\.\\d\\d +2\\.50 ms")
        .containsPattern("wan-50ms +latency, full +50\\.00 ")
        .containsPattern("wan-50ms +bandwidth, home +10\\.00 .* 0\\.50 Mbit/s");
    // Whether it holds depends on the machine, and the exit code reports it.
    assertThat(run.exitCode()).isEqualTo(run.out().contains("beyond its bound") ? 1 : 0);
  }

  @Test
  void the_error_for_bad_usage_says_what_to_do() {
    CommandRun unknown = CommandRun.of("link", "check", "wan");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no link 'wan': use wan-50ms, wan-150ms, lan");
    CommandRun none = CommandRun.of("link", "check", "--rounds", "0");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--rounds takes 1 to 1000, not 0");
  }
}
