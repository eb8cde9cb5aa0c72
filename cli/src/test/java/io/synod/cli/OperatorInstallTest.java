package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator installs is this module and what it needs at run time. */
final class OperatorInstallTest {
  private static final Path LIST = Path.of("target", "runtime.classpath");

  @Test
  void an_operators_install_has_no_benchmark_and_no_simulator() throws Exception {
    List<String> entries = Arrays.asList(Files.readString(LIST).strip().split(File.pathSeparator));
    assertThat(entries).isNotEmpty();
    for (String laboratory :
        List.of("benchmarks", "simulation", "chaos", "laboratory", "fitting", "link")) {
      assertThat(entries)
          .noneMatch(entry -> entry.contains("synod-" + laboratory))
          .noneMatch(entry -> entry.endsWith(Path.of(laboratory, "target", "classes").toString()));
    }
  }

  @Test
  void it_offers_what_an_operator_needs_and_nothing_else() {
    assertThat(SynodCommand.commandLine().getSubcommands())
        .containsOnlyKeys(
            "replica",
            "kv",
            "learner",
            "backup",
            "restore",
            "force-quorum",
            "tail",
            "status",
            "leader",
            "upgrade",
            "member",
            "limits",
            "skip",
            "explain",
            "log",
            "disk",
            "snapshot",
            "config",
            "help");
  }
}
