package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * What a command line brought.
 *
 * @param exitCode what the process would end with
 */
public record CommandRun(int exitCode, String out, String err) {

  public static CommandRun of(String... arguments) {
    return of(SynodCommand.commandLine(), arguments);
  }

  /** Of {@code words} and then {@code more}. */
  static CommandRun of(List<String> words, String... more) {
    return of(Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
  }

  public static CommandRun of(CommandLine commandLine, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        commandLine
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** It has ended with 0, and without a word on standard error. */
  void assertWell() {
    assertThat(err).isEmpty();
    assertThat(exitCode).isZero();
  }

  /** It has said so on standard error, and ended with this. */
  void assertFailed(int code, String... reasons) {
    assertThat(err).contains(reasons);
    assertThat(exitCode).as(err).isEqualTo(code);
  }
}
