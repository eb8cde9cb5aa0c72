package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class SynodCommandTest {
  private static final String LOCAL = Path.of("..", "config", "local.properties").toString();

  @TempDir Path folder;

  private static void assertBadUsage(CommandRun run, String error, String hint) {
    assertThat(run.err()).isEqualToNormalizingNewlines("synod: " + error + "\n" + hint + "\n");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h"})
  void help_lists_the_commands_and_the_exit_codes(String argument) {
    CommandRun run = CommandRun.of(argument);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Usage: synod", "Exit codes:");
    for (String name : SynodCommand.commandLine().getSubcommands().keySet()) {
      assertThat(run.out()).containsPattern("(?m)^  " + name + " ");
    }
  }

  @Test
  void every_command_has_a_help_that_shows_options_and_defaults() {
    for (String name : SynodCommand.commandLine().getSubcommands().keySet()) {
      CommandRun run = CommandRun.of("help", name);
      assertThat(run.exitCode()).as(name).isZero();
      assertThat(run.out())
          .contains("Usage: synod " + name)
          .doesNotContain("Default: []", "Default: null", "Default: {}");
    }
    assertThat(CommandRun.of("help", "replica").out())
        .contains("--config=FILE", "--id=N", "--set=KEY=VALUE", "--service=CLASS")
        .containsIgnoringWhitespaces("Default: io.synod.examples.kv.KvService");
    assertThat(CommandRun.of("status", "--help").out()).contains("--json", "Default: 2s");
  }

  @Test
  void the_version_is_printed() {
    CommandRun run = CommandRun.of("--version");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("synod ").contains("Java ");
  }

  @Test
  void a_command_line_without_a_command_is_bad_usage() {
    assertBadUsage(CommandRun.of(), "Missing required subcommand", "Try 'synod help'.");
  }

  @Test
  void an_unknown_command_is_answered_with_the_one_that_was_meant() {
    assertBadUsage(
        CommandRun.of("replicca", "--id", "0"),
        "there is no command 'replicca'; did you mean 'replica'?",
        "Try 'synod help'.");
    assertBadUsage(
        CommandRun.of("stauts"),
        "there is no command 'stauts'; did you mean 'status'?",
        "Try 'synod help'.");
  }

  @Test
  void an_unknown_command_that_is_near_to_none_is_answered_without_a_guess() {
    for (String unknown : new String[] {"foo", "x", "kubernetes", "database"}) {
      CommandRun run = CommandRun.of(unknown);
      assertThat(run.err())
          .contains("there is no command '" + unknown + "'")
          .doesNotContain("did you mean");
    }
  }

  @Test
  void help_is_of_the_innermost_command_that_is_named() {
    assertThat(CommandRun.of("help", "member", "add").out()).startsWith("Usage: synod member add ");
    assertThat(CommandRun.of("member", "help", "add").out()).startsWith("Usage: synod member add ");
    assertThat(CommandRun.of("member", "help").out()).startsWith("Usage: synod member ");
    assertBadUsage(
        CommandRun.of("help", "member", "remov"),
        "there is no command 'remov'; did you mean 'remove'?",
        "Try 'synod help member'.");
    assertBadUsage(
        CommandRun.of("help", "status", "add"),
        "there is no command 'add'",
        "Try 'synod help status'.");
  }

  @Test
  void the_hint_after_bad_usage_of_a_nested_command_is_a_command() {
    int nested = 0;
    for (CommandLine outer : SynodCommand.commandLine().getSubcommands().values()) {
      for (String name : outer.getSubcommands().keySet()) {
        if (name.equals("help")) {
          continue;
        }
        CommandRun wrong = CommandRun.of(outer.getCommandName(), name, "--no-such-option");
        Matcher hint = Pattern.compile("Try 'synod (.*)'").matcher(wrong.err());
        assertThat(hint.find()).as(wrong.err()).isTrue();
        CommandRun help = CommandRun.of(hint.group(1).split(" "));
        assertThat(help.exitCode()).as(hint.group()).isZero();
        assertThat(help.out()).contains("Usage: synod " + outer.getCommandName() + " " + name);
        nested++;
      }
    }
    assertThat(nested).isGreaterThan(8);
  }

  @Test
  void an_unknown_option_is_answered_with_the_one_that_was_meant() {
    assertBadUsage(
        CommandRun.of("status", "--config", LOCAL, "--jsn"),
        "Unknown option: '--jsn'; did you mean '--json'?",
        "Try 'synod help status'.");
  }

  @Test
  void a_misspelled_option_that_is_required_is_named() {
    String error = "Unknown option: '--confg'; did you mean '--config'?";
    String hint = "Try 'synod help status'.";
    assertBadUsage(CommandRun.of("status", "--confg", LOCAL), error, hint);
    assertBadUsage(CommandRun.of("status", "--confg=" + LOCAL), error, hint);
  }

  @Test
  void a_missing_option_is_bad_usage() {
    assertBadUsage(
        CommandRun.of("replica", "--config", LOCAL),
        "Missing required option: '--id=N'",
        "Try 'synod help replica'.");
  }

  @Test
  void a_replica_that_is_not_in_the_file_is_bad_usage() {
    assertBadUsage(
        CommandRun.of("replica", "--config", LOCAL, "--id", "3"),
        "there is no replica 3 in " + LOCAL + ", only 0, 1, 2",
        "Try 'synod help replica'.");
    assertBadUsage(
        CommandRun.of("replica", "--config", LOCAL, "--id", "one"),
        "Invalid value for option '--id': 'one' is not a whole number",
        "Try 'synod help replica'.");
    assertBadUsage(
        CommandRun.of("replica", "--config", LOCAL, "--id", "99999999999"),
        "Invalid value for option '--id': 99999999999 is too large",
        "Try 'synod help replica'.");
    assertThat(CommandRun.of("kv", "--config", LOCAL, "--id", "-1").exitCode()).isEqualTo(2);
  }

  @Test
  void a_service_that_cannot_be_made_is_bad_usage() {
    assertService("no.such.Service", "there is no class no.such.Service on the class path;");
    assertService("java.lang.String", "java.lang.String does not implement");
    assertService(
        Closed.class.getName(), "is not a public class with a public constructor without argument");
    assertService(Failing.class.getName(), "failed: java.lang.IllegalStateException: no disk");
  }

  private static void assertService(String service, String error) {
    CommandRun run = CommandRun.of("replica", "--config", LOCAL, "--id", "0", "--service", service);
    assertThat(run.err()).startsWith("synod: ").contains(error).doesNotContain("\tat ");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  /** Cannot be made from outside. */
  static final class Closed extends EchoService {
    private Closed() {}
  }

  /** Cannot be made at all. */
  public static final class Failing extends EchoService {
    public Failing() {
      throw new IllegalStateException("no disk");
    }
  }

  @Test
  void every_problem_of_a_configuration_is_a_line_without_a_stack_trace() throws Exception {
    Path file = folder.resolve("bad.properties");
    Files.writeString(file, "cluster.name = x\nreplica.0 = h:1:2\npipeline.windw = 8\n");
    CommandRun run =
        CommandRun.of(
            "replica", "--config", file.toString(), "--id", "0", "--set", "batch.max-bytes=1");
    assertThat(run.err().lines())
        .containsExactly(
            "synod: " + file + ":3: pipeline.windw: no such key; did you mean pipeline.window?",
            "synod: --set: batch.max-bytes: '1' has no unit: B, KiB, MiB, GiB",
            "Try 'synod config', which lists every setting.");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void a_missing_configuration_is_named() {
    CommandRun run = CommandRun.of("status", "--config", "nowhere.properties");
    assertThat(run.err())
        .isEqualToNormalizingNewlines("synod: nowhere.properties: there is no such file\n");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("status", "--config", ".").err())
        .isEqualToNormalizingNewlines("synod: .: is a directory\n");
  }

  @Test
  void config_prints_the_reference() {
    CommandRun run = CommandRun.of("config");
    assertThat(run.exitCode()).isZero();
    assertThat(Path.of("..", "config", "reference.properties")).hasContent(run.out());
  }

  @Test
  void config_with_a_file_prints_what_comes_of_it() {
    CommandRun run = CommandRun.of("config", "--config", LOCAL, "--set", "pipeline.window=3");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .contains("pipeline.window = 3", "batch.max-bytes = auto", "cluster.name = local");
  }

  @Test
  void config_without_a_file_has_nothing_to_override() {
    assertBadUsage(
        CommandRun.of("config", "--set", "a=b"),
        "--set needs a file: --config",
        "Try 'synod help config'.");
  }

  @Test
  void an_unexpected_failure_shows_where_it_comes_from() {
    CommandLine command = new CommandLine(new Broken());
    CommandRun run = CommandRun.of(SynodCommand.withErrors(command));
    run.assertFailed(1, "synod: unexpected: java.lang.IllegalStateException: bug", "at ");
  }

  @Test
  void a_failed_write_is_not_called_a_failed_read() {
    CommandLine command = new CommandLine(new Full());
    CommandRun run = CommandRun.of(SynodCommand.withErrors(command));
    assertThat(run.err())
        .isEqualToNormalizingNewlines("synod: input or output failed: no space left (IO)\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void the_output_of_a_command_is_written_out_before_its_failure() {
    StringWriter shown = new StringWriter();
    CommandLine command = SynodCommand.withErrors(new CommandLine(new Halfway()));
    command.setOut(new PrintWriter(new BufferedWriter(shown))).setErr(new PrintWriter(shown));
    assertThat(command.execute()).isEqualTo(1);
    assertThat(shown.toString())
        .isEqualToNormalizingNewlines("the first half\nsynod: there is no second one\n");
  }

  @CommandLine.Command(name = "halfway")
  private static final class Halfway implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      spec.commandLine().getOut().print("the first half\n");
      throw new CommandFailure("there is no second one");
    }
  }

  @CommandLine.Command(name = "full")
  private static final class Full implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
      throw new IOException("no space left");
    }
  }

  @CommandLine.Command(name = "broken")
  private static final class Broken implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("bug");
    }
  }
}
