package io.synod.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.BatchLimits;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegretFileTest {
  private static final Scenario NEAR = Scenario.named("loopback-memory");

  private static final Map<String, Object> CONDITIONS = Map.of("threads.layout", "merged");

  @TempDir Path folder;

  private static Regret regret(LoadShare load, double toBest, double toDefault) {
    return new Regret(
        NEAR,
        128,
        load,
        1_000,
        new BatchLimits(1 << 17, 8),
        new BatchLimits(1 << 18, 4),
        950,
        1_000,
        900,
        new Ratio(toBest, 1.02),
        new Ratio(0.97, 1.03),
        new Ratio(toDefault, 1.01),
        new Ratio(0.99, 1),
        3,
        2);
  }

  @Test
  void a_row_that_is_there_is_not_missing_in_a_later_run() {
    add(regret(LoadShare.ALL, 0.95, 1));
    try (RegretFile later = new RegretFile(folder, CONDITIONS)) {
      assertThat(later.missing(NEAR, 128)).containsExactly(LoadShare.NINE_TENTHS, LoadShare.HALF);
      assertThat(later.missing(NEAR, 12)).hasSize(3);
      assertThat(later.missing(Scenario.named("five"), 128)).hasSize(3);
      assertThat(later.table())
          .contains("| loopback-memory | 128 | all | 1,000 | 950 | 1,000 | 900 |")
          .contains("| 0.95 ± 2 % | 0.97 ± 3 % | 1.00 ± 1 % | 0.99 | 128KiB/8 | 256KiB/4 |");
    }
  }

  private void add(Regret regret) {
    try (RegretFile rows = new RegretFile(folder, CONDITIONS)) {
      rows.add(regret);
    }
  }

  @Test
  void two_runs_do_not_share_a_folder() {
    RegretFile first = new RegretFile(folder, CONDITIONS);
    assertThatThrownBy(() -> new RegretFile(folder, CONDITIONS))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("another run is under way there");
    first.close();
    new RegretFile(folder, CONDITIONS).close();
  }

  @Test
  void rows_that_were_measured_otherwise_are_not_mixed_in() {
    add(regret(LoadShare.ALL, 0.95, 1));
    Map<String, Object> staged = Map.of("threads.layout", "staged");
    assertThatThrownBy(() -> new RegretFile(folder, staged))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("threads.layout: merged, not staged");
  }

  @Test
  void a_line_that_was_not_written_to_its_end_is_measured_again() throws Exception {
    add(regret(LoadShare.ALL, 0.95, 1));
    Path file = folder.resolve("regret.csv");
    Files.writeString(file, "loopback-memory,128,half,1", StandardOpenOption.APPEND);

    try (RegretFile later = new RegretFile(folder, CONDITIONS)) {
      assertThat(later.missing(NEAR, 128)).contains(LoadShare.HALF);
      later.add(regret(LoadShare.HALF, 0.95, 1));
    }
    assertThat(Files.readAllLines(file)).hasSize(3);
    try (RegretFile last = new RegretFile(folder, CONDITIONS)) {
      assertThat(last.table()).contains("| 128 | half |");
    }
  }

  @Test
  void a_sweep_that_was_not_written_to_its_end_is_left_out() throws Exception {
    Path file = folder.resolve("sweeps.csv");
    assertThat(new SweepFile(file).read()).isEmpty();
    Files.writeString(file, "loopback-memory,128,0", StandardOpenOption.APPEND);
    assertThat(new SweepFile(file).read()).isEmpty();
  }

  @Test
  void sweeps_of_another_version_are_refused_before_any_is_measured() throws Exception {
    Path file = folder.resolve("sweeps.csv");
    Files.writeString(file, "another,header\n");
    assertThatThrownBy(() -> new SweepFile(file))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(file + " is of another version; choose another folder, or remove it");
    assertThat(file).hasContent("another,header\n");
  }

  @Test
  void a_file_of_another_version_is_kept() throws Exception {
    Path file = folder.resolve("regret.csv");
    Files.writeString(file, "another,header\n");
    assertThatThrownBy(() -> new RegretFile(folder, CONDITIONS))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(file + " is of another version; choose another folder, or remove it");
    assertThat(file).hasContent("another,header\n");
  }
}
