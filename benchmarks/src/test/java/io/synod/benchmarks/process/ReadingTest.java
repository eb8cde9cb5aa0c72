package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.process.Usage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReadingTest {

  @Test
  void a_leader_that_was_elected_again_is_a_change() {
    assertThat(led("replica 0", "3:0").leaderChangedSince(led("replica 0", "3:0"))).isFalse();
    assertThat(led("replica 1", "4:1").leaderChangedSince(led("replica 0", "3:0"))).isTrue();
    assertThat(led("replica 0", "6:0").leaderChangedSince(led("replica 0", "3:0"))).isTrue();
  }

  @Test
  void of_servers_that_report_no_view_the_leader_counts() {
    Reading before = new Reading(costs("echo"), new Usage(0, 0), List.of());
    assertThat(new Reading(costs("echo"), new Usage(0, 0), List.of()).leaderChangedSince(before))
        .isFalse();
    assertThat(new Reading(costs("other"), new Usage(0, 0), List.of()).leaderChangedSince(before))
        .isTrue();
  }

  private static Reading led(String leader, String view) {
    Map<String, Object> status = Map.of("role", "leader", "view", view);
    Map<String, Object> other = Map.of("role", "follower", "view", view);
    return new Reading(costs(leader), new Usage(0, 0), List.of(other, status));
  }

  private static Costs costs(String leader) {
    return new Costs(leader, Map.of(leader, 0L), 0);
  }
}
