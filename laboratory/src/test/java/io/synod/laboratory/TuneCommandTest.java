package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.cli.CommandRun;
import io.synod.replica.config.ConfigException;
import io.synod.replica.config.SynodConfig;
import io.synod.tuning.advice.Advice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TuneCommandTest {
  private static final Path LOCAL = Path.of("..", "config", "local.properties");

  /** S13's Emulab. */
  private static final String PROFILE =
      """
      cost.client.millis-per-kib = 0.28
      cost.client.millis = 0.2
      cost.replica.millis-per-kib = 0.002
      cost.replica.millis = 1.5
      cost.execution.millis = 0
      replicas = 3
      answer-bytes = 8
      """;

  @TempDir Path folder;
  private Path profile;

  @BeforeEach
  void writeProfile() throws IOException {
    profile = Files.writeString(folder.resolve("profile.properties"), PROFILE);
  }

  private CommandRun tune(String... options) {
    List<String> arguments = new ArrayList<>(List.of("tune", profile.toString()));
    arguments.addAll(List.of("--bandwidth", "9856.6144kbit", "--plot", picture().toString()));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private CommandRun wan(String... options) {
    List<String> arguments = new ArrayList<>(List.of("--topology", "wan"));
    arguments.addAll(List.of(options));
    return tune(arguments.toArray(String[]::new));
  }

  private Path picture() {
    return folder.resolve("tune.png");
  }

  @Test
  void batch_size_and_window_are_recommended_beside_the_others() {
    CommandRun run = wan("--rtt", "100ms", "--request", "1KiB", "--max-latency", "500ms");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("n = 3, WAN, B = 9.857 Mbit/s of 10^6 bit, L = 50 ms")
        .containsPattern("(?m)^ +2KiB +1 +1,100 .* 285\\.8 +\\d+\\.\\d+ +cpu$")
        .containsPattern("(?m)^ +16KiB +15 +15,772 .* bandwidth  <$")
        .contains("The smallest within 1 % of the greatest throughput of all that keep")
        .containsPattern("predicted: 1,1\\d\\d requests/s, latency 12\\d.\\d ms, bottleneck bandw")
        .contains("written: " + picture());
    assertThat(picture()).isNotEmptyFile();
  }

  @Test
  void the_lines_to_paste_are_settings() throws IOException {
    CommandRun run = wan("--rtt", "100ms", "--request", "1KiB");
    List<String> pasted = settings(run);
    assertThat(pasted).hasSize(2);
    SynodConfig loaded = load(pasted);
    assertThat(loaded.toProperties().lines()).containsAll(pasted);
  }

  @Test
  void a_window_that_takes_a_larger_backlog_and_alpha_comes_with_them() throws IOException {
    Files.writeString(profile, PROFILE.replace("1.5", "0.01").replace("0.2\n", "0.001\n"));
    CommandRun run = wan("--rtt", "2s", "--request", "0", "--max-latency", "2001ms");
    assertThat(run.exitCode()).isZero();
    List<String> pasted = settings(run);
    assertThat(pasted).hasSize(3).last().asString().startsWith("execution.backlog = ");
    assertThat(load(pasted).toProperties().lines()).containsAll(pasted);
    String window = pasted.get(1).replaceFirst(".* = ", "");
    assertThat(run.out()).contains("'synod member change --alpha " + window + "'");
    assertThat(wan("--rtt", "100ms", "--request", "1KiB").out()).doesNotContain("--alpha");
  }

  @Test
  void the_bounds_of_recommendations_are_those_of_the_settings() {
    assertLoads("batch.max-bytes=" + Advice.MAX_BYTES_LEAST + "B");
    assertRefused("batch.max-bytes=" + (Advice.MAX_BYTES_LEAST - 1) + "B");
    assertLoads("batch.max-bytes=" + Advice.MAX_BYTES_MOST + "B");
    assertRefused("batch.max-bytes=" + 2 * Advice.MAX_BYTES_MOST + "B");
    String backlog = "execution.backlog=" + 3 * Advice.WINDOW_MOST;
    assertLoads("pipeline.window=" + Advice.WINDOW_MOST, backlog);
    assertRefused("pipeline.window=" + (Advice.WINDOW_MOST + 1), backlog);
  }

  private static void assertLoads(String... settings) {
    assertThatNoException().isThrownBy(() -> SynodConfig.load(LOCAL, List.of(settings)));
  }

  private static void assertRefused(String... settings) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> SynodConfig.load(LOCAL, List.of(settings)));
  }

  private static List<String> settings(CommandRun run) {
    return run.out().lines().filter(line -> line.matches("[a-z]+\\.[a-z-]+ = .*")).toList();
  }

  private SynodConfig load(List<String> pasted) throws IOException {
    Path config = folder.resolve("pasted.properties");
    Files.writeString(config, Files.readString(LOCAL) + "\n" + String.join("\n", pasted) + "\n");
    return SynodConfig.load(config, List.of());
  }

  @Test
  void a_latency_that_no_batch_keeps_is_reported_with_the_lowest() {
    CommandRun run = wan("--rtt", "100ms", "--request", "128", "--max-latency", "99ms");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("No batch keeps the latency within 99 ms. The lowest:")
        .containsPattern("batch.max-bytes = 256B\npipeline.window = 3\\d\n");
  }

  @Test
  void the_link_that_all_share_is_narrower_unless_said_otherwise() {
    String near = tune("--rtt", "9.9ms", "--request", "1KiB").out();
    String farther = tune("--rtt", "10ms", "--request", "1KiB").out();
    assertThat(near).contains("B = 9.857 Mbit/s to each and 9.857 Mbit/s to all", "L = 4.95 ms");
    assertThat(predicted(near)).as("no cliff").isCloseTo(predicted(farther), withPercentage(1));
    String shared = tune("--rtt", "10ms", "--request", "1KiB", "--topology", "lan").out();
    assertThat(shared).contains("LAN, ");
    assertThat(predicted(shared)).isCloseTo(predicted(farther), withPercentage(1));
    assertThat(predicted(wan("--rtt", "10ms", "--request", "1KiB").out()))
        .isCloseTo(2 * predicted(farther), withPercentage(5));
  }

  /** Requests a second. */
  private static double predicted(String out) {
    Matcher matcher = Pattern.compile("predicted: ([\\d,.]+) requests/s").matcher(out);
    assertThat(matcher.find()).as(out).isTrue();
    return Double.parseDouble(matcher.group(1).replace(",", ""));
  }

  @Test
  void the_command_line_overrides_the_profile() {
    CommandRun run =
        tune("--rtt", "1ms", "--request", "128", "--answer", "1KiB", "--replicas", "5");
    assertThat(run.out()).contains("n = 5", "S_ans = 1045 B with its header");
  }

  @Test
  void programs_read_the_same() throws IOException {
    CommandRun run = wan("--rtt", "100ms", "--request", "1KiB", "--json");
    Map<String, Object> fields = JSON.std.mapFrom(run.out());
    assertThat(fields).containsEntry("latencyKept", true);
    assertThat((Map<?, ?>) fields.get("recommended"))
        .extracting("batchMaxBytes", "requests", "bottleneck")
        .containsExactly(16 << 10, 15, "bandwidth");
    assertThat((List<?>) fields.get("candidates")).hasSize(12);
  }

  @Test
  void a_profile_that_is_none_is_named() throws IOException {
    Files.writeString(profile, PROFILE.replace("replicas = 3", "replicas = three"));
    CommandRun run = tune("--rtt", "1ms", "--request", "128");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo("synod: " + profile + ":6: replicas: 'three' is not a whole number from 0 on\n");
  }

  @ParameterizedTest
  @CsvSource({
    "--request, 4MiB, fits no batch of up to",
    "--request, 1KB, is not a size such as",
    "--rtt, 100, is not a time such as",
    "--replicas, 0, 0 replicas",
    "--replicas, 1, 1 replicas send no Accept",
  })
  void nonsense_is_bad_usage(String option, String value, String error) {
    List<String> options = new ArrayList<>(List.of("--rtt", "1ms", "--request", "128"));
    int at = options.indexOf(option);
    if (at < 0) {
      options.addAll(List.of(option, value));
    } else {
      options.set(at + 1, value);
    }
    CommandRun run = tune(options.toArray(String[]::new));
    assertThat(run.err()).contains(error);
    assertThat(run.exitCode()).isEqualTo(2);
  }
}
