package io.synod.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.process.ThisJvm;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class LostOutputTest {

  private static ProcessBuilder config() {
    List<String> command =
        new ArrayList<>(ThisJvm.command(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")));
    command.add(SynodCommand.class.getName());
    command.add("config");
    return new ProcessBuilder(command);
  }

  private static void assertEnds(Process process, int code, String err) throws Exception {
    assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8)).isEqualTo(err);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(code);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void output_without_space_on_disk_is_a_failure() throws Exception {
    Process process = config().redirectOutput(new File("/dev/full")).start();
    assertEnds(process, 1, "synod: the output could not be written: No space left on device\n");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void output_into_a_closed_pipe_is_no_failure() throws Exception {
    Process process = config().start();
    process.getInputStream().close();
    assertEnds(process, 0, "");
  }
}
