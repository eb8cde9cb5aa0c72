package io.synod.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.benchmarks.sweep.ShiftResult.Best;
import io.synod.benchmarks.sweep.ShiftResult.Phase;
import io.synod.benchmarks.sweep.ShiftResult.Second;
import io.synod.core.settings.BatchLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShiftResultTest {
  private static final BatchLimits LIMITS = new BatchLimits(1 << 17, 8);

  @TempDir Path folder;

  private static Phase phase(IntToDoubleFunction answered, IntToLongFunction moves) {
    List<Second> seconds =
        IntStream.range(0, 60)
            .mapToObj(at -> new Second(answered.applyAsDouble(at), LIMITS, moves.applyAsLong(at)))
            .toList();
    return new Phase(seconds, new Best(LIMITS, List.of(90.0, 110.0)));
  }

  @Test
  void a_phase_that_settles_within_ten_seconds_holds() {
    Phase phase = phase(at -> at < 10 ? 50 : 97, at -> at < 10 ? at : 10);
    assertThat(phase.secondsToBest()).isEqualTo(15);
    assertThat(phase.settledMean()).isEqualTo(0.97, within(1e-9));
    assertThat(phase.settledLeast()).isEqualTo(0.97, within(1e-9));
    assertThat(phase.movesPerMinute()).isZero();
    assertThat(phase.holds()).isTrue();
  }

  @Test
  void one_bad_second_late_misses() {
    Phase phase = phase(at -> at == 45 ? 79 : 100, at -> 0);
    assertThat(phase.settledLeast()).isEqualTo(0.79, within(1e-9));
    assertThat(phase.holds()).isFalse();
    assertThat(phase(at -> at == 15 ? 10 : 100, at -> 0).holds()).isTrue();
  }

  @Test
  void more_than_two_moves_a_minute_miss() {
    assertThat(phase(at -> 100, at -> at >= 40 ? 1 : 0).movesPerMinute()).isEqualTo(2);
    assertThat(phase(at -> 100, at -> at >= 40 ? 1 : 0).holds()).isTrue();
    assertThat(phase(at -> 100, at -> at / 20).holds()).isTrue();
    assertThat(phase(at -> 100, at -> at / 10).holds()).isFalse();
  }

  @Test
  void a_shift_that_never_settles_is_listed_and_drawn() throws Exception {
    ShiftResult result =
        new ShiftResult(Shift.DISK, List.of(phase(at -> 90, at -> 0), phase(at -> 99, at -> 0)));
    List<String> lines = result.table().lines().toList();
    assertThat(lines.get(2))
        .startsWith("| disk | 1 | 100 | 128KiB/8 | 128KiB/8 | never | 0.90 | 0.90 | 0.90 |")
        .endsWith("misses |");
    assertThat(lines.get(3))
        .startsWith("| disk | 2 |")
        .contains("| 5 s | 0.99 | 0.99 | 0.90 | 0.0 | holds |");
    Path file = folder.resolve("disk.png");
    ShiftPicture.write(result, file);
    assertThat(Files.size(file)).isGreaterThan(10_000);
  }
}
