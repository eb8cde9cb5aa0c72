package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.cluster.LocalState;
import io.synod.process.Children;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/operations.md for a lost majority, on processes that are killed. */
@Timeout(240)
final class ForceQuorumProcessTest {
  @TempDir private Path folder;

  @Test
  void two_of_three_directories_are_deleted_and_the_third_becomes_a_cluster_of_three()
      throws Exception {
    Path file;
    List<Path> directories;
    try (KvProcesses old = new KvProcesses(folder, "old")) {
      file = old.file;
      directories = old.directories();
      old.start();
      old.startLoad("value");
      old.awaitSlot(200);
      // Under load.
      old.kill();
    }
    Children.deleteAll(directories.get(0));
    Children.deleteAll(directories.get(2));
    String backup = folder.resolve("forced").toString();
    List<String> words = new ArrayList<>(List.of("force-quorum", "--config", file.toString()));
    words.addAll(List.of("--from", directories.get(1).toString(), "--to", backup));
    words.add("--i-accept-loss");
    CommandRun forced = CommandRun.of(words.toArray(new String[0]));
    forced.assertWell();
    long known = Long.parseLong(forced.out().replaceAll("(?s).*all slots before (\\d+):.*", "$1"));
    assertThat(known).as(forced.out()).isGreaterThan(200);
    try (KvProcesses restored = new KvProcesses(folder, "new")) {
      for (int id = 0; id < KvProcesses.REPLICAS; id++) {
        CommandRun run =
            CommandRun.of(
                "restore",
                "--from",
                backup,
                "--id",
                String.valueOf(id),
                "--config",
                restored.file.toString());
        assertThat(run.err()).isEmpty();
      }
      restored.startHere();
      // All three have executed all of it, and agree.
      LocalState begun = restored.awaitState(known - 1);
      restored.startLoad("later");
      restored.awaitSlot(begun.slot() + 200);
      restored.stopLoad();
      assertThat(restored.awaitState(begun.slot() + 200).digest()).isNotEqualTo(begun.digest());
    }
  }
}
