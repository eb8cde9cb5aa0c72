package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.process.ThisJvm;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessLifeTest {

  /** A process whose replica fails to start, and with no exception. */
  static final class Failing {
    private Failing() {}

    public static void main(String[] arguments) {
      ProcessLife life = new ProcessLife("replica");
      life.run(
          () -> {
            throw new NoClassDefFoundError("no/such/Library");
          },
          new PrintWriter(System.err, true));
    }
  }

  @Test
  void an_error_at_the_start_ends_the_process_with_1() throws Exception {
    List<String> command = new ArrayList<>(ThisJvm.command(List.of("-XX:TieredStopAtLevel=1")));
    command.add(Failing.class.getName());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }
}
