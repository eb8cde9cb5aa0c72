package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A failure of files is one line with its reason. */
class FailureLineTest {

  @Command(name = "failing")
  private record Failing(UncheckedIOException failure) implements Callable<Integer> {
    @Override
    public Integer call() {
      throw failure;
    }
  }

  private static String line(UncheckedIOException failure) {
    CommandRun run = CommandRun.of(SynodCommand.withErrors(new CommandLine(new Failing(failure))));
    assertThat(run.exitCode()).isEqualTo(1);
    return run.err().strip();
  }

  @Test
  void an_exception_without_a_message_of_its_own_is_put_into_words() {
    assertThat(line(new UncheckedIOException(new NoSuchFileException("/data/x"))))
        .isEqualTo("synod: /data/x does not exist, or cannot be made");
  }

  @Test
  void a_message_without_the_reason_gets_it() {
    IOException full = new IOException("No space left on device");
    assertThat(line(new UncheckedIOException("cannot write rows.csv", full)))
        .isEqualTo(
            "synod: cannot write rows.csv: input or output failed: No space left on device (IO)");
  }

  @Test
  void a_message_with_its_reason_stays() {
    IOException refused = new IOException("connection refused");
    assertThat(line(new UncheckedIOException("no answer: connection refused", refused)))
        .isEqualTo("synod: no answer: connection refused");
  }
}
