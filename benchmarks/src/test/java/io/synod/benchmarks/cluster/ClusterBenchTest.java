package io.synod.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.HostedService;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import io.synod.replica.config.ThreadLayout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole way through real processes, too short for figures. */
@Timeout(300)
final class ClusterBenchTest {
  private static final Span SHORT = new Span(Duration.ofMillis(200), Duration.ofSeconds(2));

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  @Test
  void every_system_is_measured_and_reported(@TempDir Path folder) throws Exception {
    BenchOptions options =
        new BenchOptions(
            3,
            List.of(ThreadLayout.MERGED),
            List.of(Durability.SYNC),
            List.of("pipeline.window=4"),
            LinkShape.limited(5_000_000, 0, 100_000_000),
            List.of(Yardstick.values()),
            // Not as many as come, for the sake of the processors.
            new Load(2, 20, 128).withRate(1_000),
            HostedService.idle(8, 1000),
            SHORT,
            1,
            List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));

    Report report = ClusterBench.run(options, new PrintStream(progress, true));
    if (!report.table().contains("leader client-io")) {
      // Nobody led, or nothing was decided, when the replicas were asked; not so twice.
      report = ClusterBench.run(options, new PrintStream(progress, true));
    }

    assertThat(report.medians())
        .containsOnlyKeys(
            "3 replicas merged sync",
            "echo (not replicated)",
            "3 replicas skeleton",
            "3 replicas skeleton sync");
    assertThat(report.medians().values()).allMatch(median -> median.load().answeredPerSecond() > 0);
    assertThat(report.table())
        .contains("3 replicas merged sync")
        .contains("pipeline.window=4")
        .containsPattern("disk \\S+ at " + System.getProperty("java.io.tmpdir"))
        .contains(
            "link 5 ms, 100 Mbit/s from each replica to each other, the figures exclude its CPU")
        .contains("req/sync")
        .contains("leader client-io", "followers replica-io", "load");
    ReportFiles.writeAll(report, folder);
    assertThat(Files.readString(folder.resolve("report.json"))).contains("\"p999Millis\"");
    assertThat(Files.readAllLines(folder.resolve("report.csv"))).hasSize(5);
    assertThat(progress.toString(StandardCharsets.UTF_8)).contains("2 of 4: echo");
  }
}
