package io.synod.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import io.synod.replica.config.AutopilotConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Too short for figures. */
class RegretRunTest {
  // The links carry a few thousand requests per second, which do not keep the processors busy.
  private static final LinkShape SLOW = LinkShape.limited(2_000_000, 0, 5_000_000);
  private static final Scenario SMALL =
      new Scenario(
          "loopback-memory", 3, Durability.MEMORY, SLOW, List.of(1 << 13, 1 << 16), List.of(2, 8));
  private static final List<String> JVM_OPTIONS = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");

  @TempDir Path folder;

  @Test
  @Timeout(600)
  void each_load_is_swept_and_compared_on_one_cluster() throws Exception {
    Duration brief = Duration.ofMillis(100);
    RegretFile file = new RegretFile(folder, Map.of());
    SweepFile sweeps = new SweepFile(folder.resolve("sweeps.csv"));
    List<Regret> found = new ArrayList<>();
    List<String> steps = new ArrayList<>();
    RegretRun run =
        new RegretRun(
            new RegretRun.Effort(brief, brief, 1, brief, 2), sweeps, file::explain, steps::add);

    run.run(SMALL, 128, List.of(LoadShare.ALL, LoadShare.HALF), JVM_OPTIONS, found::add);

    assertThat(steps.get(0)).isEqualTo("loopback-memory, 128 bytes: warm-up");
    assertThat(steps).anyMatch(step -> step.endsWith("round 2 of 2"));
    assertThat(folder.resolve("explanations.txt")).content().contains("loopback-memory, 128 bytes");
    assertThat(found).extracting(Regret::load).containsExactly(LoadShare.ALL, LoadShare.HALF);
    Regret all = found.get(0);
    assertThat(all.bestValue()).isPositive();
    assertThat(all.toBest().mean()).isPositive();
    assertThat(found.get(1).perSecond()).isBetween(1.0, all.bestValue() * 10);
    List<Swept> swept = sweeps.read().stream().filter(one -> one.offered() == 0).toList();
    assertThat(swept)
        .extracting(Swept::limits)
        .containsExactlyInAnyOrder(
            new BatchLimits(1 << 13, 2),
            new BatchLimits(1 << 13, 8),
            new BatchLimits(1 << 16, 2),
            new BatchLimits(1 << 16, 8));
    assertThat(all.best()).isIn(allOf(swept, all.auto()));
    file.close();
  }

  private static List<BatchLimits> allOf(List<Swept> swept, BatchLimits auto) {
    List<BatchLimits> all = new ArrayList<>(swept.stream().map(Swept::limits).toList());
    all.add(auto);
    all.add(AutopilotConfig.START);
    return all;
  }
}
