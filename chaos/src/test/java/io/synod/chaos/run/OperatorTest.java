package io.synod.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.chaos.fault.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The short form of {@code scripts/chaos --operator 1 --spares 1}. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
final class OperatorTest {
  private static final long SEED = Long.getLong("synod.seed", System.nanoTime() & 0xFFFFFF);

  @TempDir Path directory;

  @Test
  void while_members_change_and_processes_fail_the_history_stays_linearizable() throws Exception {
    ChaosOptions.Faults faults =
        new ChaosOptions.Faults(
            SEED, Duration.ofSeconds(12), List.of(FaultKind.KILL, FaultKind.PAUSE));
    ChaosOptions options =
        new ChaosOptions(
            3,
            ChaosTest.SMALL,
            4,
            faults,
            new ChaosOptions.Operator(1, 1_000, null),
            ChaosTest.RATES,
            directory);
    ChaosReport report = ChaosRun.run(options, System.out);
    assertThat(report.problems()).as("seed %d", SEED).isEmpty();
    assertThat(report.outcome()).isEqualTo(ChaosReport.Outcome.HOLDS);
    assertThat(report.actionsDone()).as("of %s", report.figures()).isPositive();
  }
}
