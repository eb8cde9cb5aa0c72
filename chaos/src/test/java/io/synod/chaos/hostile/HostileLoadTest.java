package io.synod.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.chaos.hostile.attack.Attackers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The short form of {@code scripts/synod hostile}: all attackers at once, for 20 seconds at least.
 */
@Timeout(240)
@Isolated
final class HostileLoadTest {
  private static final long SEED = 20;
  private static final Duration LENGTH = Duration.ofSeconds(20);

  @Test
  void nothing_that_anyone_sends_harms_a_replica() throws Exception {
    HostileReport report =
        HostileRun.run(new HostileOptions(LENGTH, SEED, Attackers.all(), List.of()), System.out);
    assertThat(report.checks()).isNotEmpty().allMatch(Check::holds);
    assertThat(report.holds()).isTrue();
  }
}
