package io.synod.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.peers.server.Durability;
import io.synod.benchmarks.process.JournalUse;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.Stations;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeersReportTest {
  private static final Point MANY = new Point(Durability.MEMORY, 128, 900);
  private static final Point MANY_DURABLE = new Point(Durability.DURABLE, 128, 900);
  private static final Point ONE = new Point(Durability.MEMORY, 128, 1);

  private final PeersReport report =
      new PeersReport(
          new PeersOptions(
              List.of(
                  Contender.SYNOD_STAGED, Contender.SYNOD_MERGED, Contender.AERON, Contender.ECHO),
              List.of(Durability.MEMORY, Durability.DURABLE),
              List.of(128),
              List.of(900, 1),
              4,
              8,
              new Span(Duration.ZERO, Duration.ofSeconds(1)),
              3,
              List.of("-Xmx1g")));

  @Test
  void ratios_are_those_of_the_medians() {
    for (int answered : new int[] {700, 900, 800}) {
      report.measured(Contender.SYNOD_STAGED, MANY, measured(answered, 1));
    }
    for (int answered : new int[] {100, 1000, 200}) {
      report.measured(Contender.AERON, MANY, measured(answered, 1));
    }

    assertThat(report.timesThroughput(Contender.SYNOD_STAGED, Contender.AERON, MANY).getAsDouble())
        .isCloseTo(4, within(1e-9));
    assertThat(PeersTable.of(report)).containsPattern("aeron +200 +\\(100\\.\\.1,000\\).* 4\\.00");
  }

  @Test
  void a_range_is_printed_only_for_several_measurements() {
    report.measured(Contender.AERON, MANY, measured(100, 1));
    assertThat(PeersTable.of(report)).containsPattern("aeron +100 ").doesNotContain("(100");
  }

  @Test
  void if_all_fail_the_report_says_so(@TempDir Path folder) throws Exception {
    report.failed(Contender.AERON, MANY, "it ended");
    PeersFiles.write(report, folder);
    PeersChart.write(report, folder);
    assertThat(Files.readString(folder.resolve("peers.csv"))).contains("it ended");
  }

  @Test
  void each_ratio_stands_below_its_name() {
    report.measured(Contender.SYNOD_MERGED, MANY, measured(400, 1));
    report.measured(Contender.AERON, MANY, measured(100, 1));

    List<String> lines = PeersTable.of(report).lines().toList();
    String aeron = lines.stream().filter(line -> line.startsWith("aeron  ")).findFirst().get();
    assertThat(aeron).endsWith(" 4.00").hasSameSizeAs(lines.get(1));
    assertThat(lines.get(1)).endsWith("merged x");
  }

  @Test
  void without_a_figure_of_both_there_is_no_ratio() {
    report.measured(Contender.AERON, MANY, measured(100, 1));

    assertThat(report.timesThroughput(Contender.SYNOD_STAGED, Contender.AERON, MANY)).isEmpty();
    assertThat(report.timesThroughput(Contender.AERON, Contender.SYNOD_STAGED, MANY)).isEmpty();
  }

  @Test
  void a_failure_stands_in_its_row_and_the_other_repetitions_count() {
    report.measured(Contender.AERON, MANY, measured(100, 1));
    report.failed(Contender.AERON, MANY, "it ended:\nfor a reason\nin a long log");

    assertThat(report.hasFailures()).isTrue();
    assertThat(PeersTable.of(report))
        .containsPattern("aeron +100 ")
        .containsPattern("aeron +failed: it ended: for a reason\\R");
  }

  @Test
  void the_echo_is_reported_at_every_durability_and_measured_at_one() {
    report.measured(Contender.ECHO, MANY, measured(5000, 1));

    assertThat(report.row(Contender.ECHO, MANY_DURABLE)).isPresent();
    assertThat(report.row(Contender.ECHO, ONE)).isEmpty();
  }

  @Test
  void a_measurement_in_which_the_leader_changed_is_a_failure() {
    report.measured(Contender.SYNOD_STAGED, MANY, changed(777));

    assertThat(report.hasFailures()).isTrue();
    assertThat(report.row(Contender.SYNOD_STAGED, MANY)).isEmpty();
    assertThat(PeersTable.of(report))
        .containsPattern("synod-staged +failed: the leader changed")
        .doesNotContain("777");
  }

  @Test
  void a_target_is_reached_or_missed_by_what_was_measured() {
    report.measured(Contender.SYNOD_STAGED, MANY, measured(450, 1));
    report.measured(Contender.SYNOD_MERGED, MANY, measured(599, 1));
    report.measured(Contender.AERON, MANY, measured(100, 1));
    report.measured(Contender.SYNOD_MERGED, ONE, measured(10, 2));
    report.measured(Contender.AERON, ONE, measured(10, 6.7));

    assertThat(Targets.of(report))
        .contains(
            "memory, 128 B, 900 outstanding, synod-staged: answers 4.50 times what aeron does"
                + " (at least 4.5 wanted): ok",
            "memory, 128 B, 900 outstanding, synod-merged: answers 5.99 times what aeron does"
                + " (at least 6.0 wanted): missed",
            "memory, 128 B, 1 outstanding, synod-merged: aeron's p50 is 3.35 times its own"
                + " (at least 3.3 wanted): ok")
        .noneMatch(line -> line.startsWith("durable"));
  }

  @Test
  void programs_read_the_same_fields_of_everyone(@TempDir Path folder) throws Exception {
    report.measured(Contender.AERON, MANY, measured(100, 1));
    report.failed(Contender.SYNOD_STAGED, MANY, "no port, no start");

    PeersFiles.write(report, folder);

    List<String> lines = Files.readAllLines(folder.resolve("peers.csv"));
    assertThat(lines).hasSize(1 + 4 * 4);
    Set<Integer> widths = new HashSet<>();
    lines.forEach(line -> widths.add(line.split(",", -1).length));
    assertThat(widths).hasSize(1);
    assertThat(lines).anyMatch(line -> line.endsWith("no port; no start"));
    assertThat(Files.readString(folder.resolve("peers.json")))
        .contains("\"system\" : \"aeron\"")
        .contains("\"requestsPerSecond\" : 100.0");
  }

  @Test
  void the_picture_has_a_bar_for_what_was_measured_and_none_for_what_was_not(@TempDir Path folder)
      throws Exception {
    report.measured(Contender.AERON, MANY, measured(100, 1));
    report.measured(Contender.SYNOD_STAGED, MANY, measured(1000, 1));
    report.measured(Contender.SYNOD_STAGED, ONE, measured(10, 1));

    PeersChart.write(report, folder);

    BufferedImage picture = ImageIO.read(folder.resolve("peers.png").toFile());
    Set<Integer> colours = new HashSet<>();
    for (int x = 0; x < picture.getWidth(); x++) {
      for (int y = 0; y < picture.getHeight(); y++) {
        colours.add(picture.getRGB(x, y));
      }
    }
    assertThat(colours).hasSizeGreaterThan(3);
  }

  /** For a second, each answer after so many milliseconds, with a microsecond of CPU. */
  private static Measured measured(long answered, double latencyMillis) {
    return measured(answered, latencyMillis, false);
  }

  private static Measured changed(long answered) {
    return measured(answered, 1, true);
  }

  private static Measured measured(long answered, double latencyMillis, boolean leaderChanged) {
    Histogram latencies = new Histogram(1_000, 600_000_000_000L, 3);
    latencies.recordValueWithCount((long) (latencyMillis * 1e6), answered);
    LoadResult load = new LoadResult(1_000_000_000, answered, 0, 0, latencies);
    return new Measured(
        load,
        List.of(answered),
        1_000 * answered,
        500 * answered,
        1 << 20,
        0,
        JournalUse.NONE,
        Stations.UNKNOWN,
        leaderChanged);
  }
}
