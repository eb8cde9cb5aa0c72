package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.cli.CommandRun;
import io.synod.cli.SynodCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

/** The laboratory's commands stand beside the operator's where its jar is there. */
final class LaboratoryCommandsTest {
  private static void assertBadUsage(CommandRun run, String error, String hint) {
    assertThat(run.err()).isEqualToNormalizingNewlines("synod: " + error + "\n" + hint + "\n");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void all_commands_are_offered_and_help_is_the_last() {
    assertThat(SynodCommand.commandLine().getSubcommands().keySet())
        .contains("replica", "status")
        .containsSubsequence("config", "demo", "simulate", "bench", "tune", "help");
  }

  @Test
  void every_command_has_a_help_that_shows_its_options() {
    for (Class<?> command : new LaboratoryCommands().commands()) {
      String name = command.getAnnotation(Command.class).name();
      CommandRun run = CommandRun.of("help", name);
      assertThat(run.exitCode()).as(name).isZero();
      assertThat(run.out())
          .contains("Usage: synod " + name)
          .doesNotContain("Default: []", "Default: null", "Default: {}");
    }
  }

  @Test
  void chaos_that_cannot_be_is_refused() {
    CommandRun fire = CommandRun.of("chaos", "--faults", "kill,fire");
    assertThat(fire.exitCode()).isEqualTo(2);
    assertThat(fire.err())
        .contains(
            "'fire' is not one of kill, pause, cut, sever, one-way, delay, disk-full, all-down");
    CommandRun pair = CommandRun.of("chaos", "--replicas", "2");
    assertThat(pair.exitCode()).isEqualTo(2);
    assertThat(pair.err()).contains("3 to 25 replicas and at least one client, not 2 and 4");
    CommandRun never = CommandRun.of("chaos", "--minutes", "NaN", "--replicas", "2");
    assertThat(never.exitCode()).isEqualTo(2);
    assertThat(never.err()).contains("--minutes NaN: use a number from 0 on");
    CommandRun idle = CommandRun.of("chaos", "--operator", "NaN", "--replicas", "2");
    assertThat(idle.exitCode()).isEqualTo(2);
    assertThat(idle.err()).contains("--operator NaN: use a number from 0 on");
  }

  @Test
  void chaos_whose_files_cannot_be_written_is_refused_before_it_runs(@TempDir Path folder)
      throws Exception {
    Files.createDirectory(folder.resolve("chaos.json"));
    // Without the check it would start a cluster, and still end soon.
    CommandRun run =
        CommandRun.of(
            "chaos", "--out", folder.toString(), "--set", "no.such=key", "--faults", "delay");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("chaos.json", "choose another one");
  }

  @Test
  void a_benchmark_whose_files_cannot_be_written_is_refused_before_it_runs(@TempDir Path folder)
      throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    String json = folder.resolve("none").resolve("report.json").toString();
    // Without the check it would start a cluster, and still end soon.
    CommandRun run = CommandRun.of("bench", "--set", "no.such=key", "--json", json);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--json " + json, "choose another one");
    CommandRun results =
        CommandRun.of("bench", "--set", "no.such=key", "--results", file.toString());
    assertThat(results.err()).contains("--results " + file, "choose another one");
    CommandRun tune = CommandRun.of("tune", "--measure", "--out", json);
    assertThat(tune.err()).contains("--out " + json, "choose another one");
  }

  @Test
  void comparisons_whose_files_cannot_be_written_are_refused_before_they_run(@TempDir Path folder)
      throws Exception {
    Files.createDirectories(folder.resolve("sweeps.csv"));
    Files.createDirectories(folder.resolve("disk.png"));
    for (String command : List.of("regret", "shift")) {
      CommandRun run = CommandRun.of(command, "--results", folder.toString());
      assertThat(run.exitCode()).as(command).isEqualTo(2);
      assertThat(run.err()).contains("--results " + folder, "choose another one");
    }
  }

  @Test
  void two_measurements_at_a_time_are_refused() {
    CommandRun run = CommandRun.of("bench", "--overload", "--transfer", "--set", "no.such=key");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--overload and --transfer are two measurements: name one");
  }

  @Test
  void lengths_of_requests_may_have_a_unit() {
    CommandRun run = CommandRun.of("bench", "--request", "1KiB", "--answer", "0B", "--set", "x");
    assertThat(run.err()).contains("'x' is not key=value");
  }

  @Test
  void settings_of_a_running_cluster_are_refused() {
    CommandRun run = CommandRun.of("bench", "--config", "none.properties", "--window", "4");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--window are for clusters that are started: not with --config");
  }

  @Test
  void a_transfer_of_too_few_replicas_is_refused() {
    CommandRun run =
        CommandRun.of("bench", "--transfer", "--replicas", "2", "--set", "no.such=key");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--transfer pauses a replica: it needs at least 3, not 2");
  }

  @Test
  void comparisons_of_automatic_limits_that_cannot_be_are_refused() {
    CommandRun scenario = CommandRun.of("regret", "--scenario", "moon");
    assertThat(scenario.exitCode()).isEqualTo(2);
    assertThat(scenario.err())
        .contains("'moon' is not one of loopback-memory, loopback-sync, medium,");
    CommandRun load = CommandRun.of("regret", "--load", "some");
    assertThat(load.exitCode()).isEqualTo(2);
    assertThat(load.err()).contains("'some' is not one of all, nine-tenths, half");
    CommandRun rounds = CommandRun.of("regret", "--rounds", "1");
    assertThat(rounds.exitCode()).isEqualTo(2);
    assertThat(rounds.err()).contains("--sweeps must be at least 1, and --rounds at least 2");
    CommandRun size = CommandRun.of("regret", "--request", "8MiB");
    assertThat(size.exitCode()).isEqualTo(2);
    assertThat(size.err()).contains("--request must be 64KiB at most");
    assertThat(CommandRun.of("regret", "--request", "65537").err())
        .contains("--request must be 64KiB at most");
    CommandRun shift = CommandRun.of("shift", "--shift", "earth");
    assertThat(shift.exitCode()).isEqualTo(2);
    assertThat(shift.err()).contains("'earth' is not one of request-size, disk,");
    CommandRun sweeps = CommandRun.of("shift", "--sweeps", "0");
    assertThat(sweeps.exitCode()).isEqualTo(2);
    assertThat(sweeps.err()).contains("--sweeps must be at least 1");
  }

  @Test
  void two_seeds_are_simulated_and_reported() {
    CommandRun run = CommandRun.of("simulate", "--seeds", "2", "--seed", "1");
    assertThat(run.out()).startsWith("2 of 2 seeds passed");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void a_seed_gives_the_same_trace_hash_again() {
    List<String> arguments = List.of("simulate", "--seeds", "1", "--seed", "11");
    String first = CommandRun.of(arguments.toArray(String[]::new)).out();
    String second = CommandRun.of(arguments.toArray(String[]::new)).out();
    assertThat(first.lines().findFirst()).isEqualTo(second.lines().findFirst());
    assertThat(first).contains("trace hash");
  }

  @Test
  void seeds_are_simulated_for_a_time_and_rates_and_faults_reported() {
    CommandRun run = CommandRun.of("simulate", "--minutes", "0.02", "--seed", "1");
    assertThat(run.out())
        .containsPattern("([1-9][0-9,]*) of \\1 seeds passed")
        .containsPattern("[1-9][0-9,]* events/s, [0-9,]+ seeds a minute, [0-9.]+ virtual hours")
        .containsPattern("faults: .*[1-9][0-9,]* [a-z]* ?restart");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void a_time_and_a_count_of_seeds_are_bad_usage() {
    assertBadUsage(
        CommandRun.of("simulate", "--minutes", "x"),
        "Invalid value for option '--minutes': 'x' is not a number",
        "Try 'synod help simulate'.");
    assertBadUsage(
        CommandRun.of("simulate", "--seeds", "1", "--minutes", "1"),
        "either --seeds or --minutes, not both",
        "Try 'synod help simulate'.");
    assertBadUsage(
        CommandRun.of("simulate", "--minutes", "0"),
        "--minutes must be more than 0 and at most 10000, not 0.0",
        "Try 'synod help simulate'.");
  }

  @Test
  void no_seeds_is_bad_usage() {
    assertBadUsage(
        CommandRun.of("simulate", "--seeds", "0"),
        "--seeds must be at least 1, not 0",
        "Try 'synod help simulate'.");
  }
}
