package io.synod.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.chaos.fault.FaultKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The short form of {@code scripts/chaos}: five processes that relay, each kind of fault once.
 * {@code -Dsynod.seed=N} repeats a plan.
 */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
final class ChaosTest {
  private static final long SEED = Long.getLong("synod.seed", System.nanoTime() & 0xFFFFFF);

  // Not as many as come, for the sake of the processors.
  static final ChaosOptions.Rates RATES = new ChaosOptions.Rates(5, 400);

  // Snapshots and segments as often as with twice the rate and the settings of the long run.
  static final List<String> SMALL =
      List.of("snapshot.log-slots=1000", "journal.segment-bytes=32KiB");

  @TempDir Path directory;

  @Test
  void through_every_fault_the_history_stays_linearizable_and_the_replicas_equal()
      throws Exception {
    ChaosOptions.Faults faults =
        new ChaosOptions.Faults(SEED, Duration.ZERO, List.of(FaultKind.values()));
    List<String> settings = new ArrayList<>(SMALL);
    settings.add("dissemination=relay");
    ChaosReport report =
        ChaosRun.run(
            new ChaosOptions(
                5, settings, 4, faults, new ChaosOptions.Operator(0, 0, null), RATES, directory),
            System.out);
    assertThat(report.problems()).as("seed %d", SEED).isEmpty();
    assertThat(report.outcome()).isEqualTo(ChaosReport.Outcome.HOLDS);
    assertThat(report.availability().kinds()).containsOnlyKeys(FaultKind.values());
    assertThat(report.picture()).isNotEmptyFile();
    assertThat(Files.readString(report.figures())).contains("\"outcome\" : \"holds\"");
  }
}
