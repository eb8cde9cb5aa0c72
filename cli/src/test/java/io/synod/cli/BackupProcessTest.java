package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.cluster.LocalState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/operations.md, with processes of the key-value service under load. */
@Timeout(240)
final class BackupProcessTest {
  @TempDir private Path folder;

  private String backup() {
    return folder.resolve("backup").toString();
  }

  @Test
  void a_loaded_cluster_is_restored_as_it_was_after_a_slot_and_at_the_end() throws Exception {
    LocalState middle;
    LocalState end;
    try (KvProcesses old = new KvProcesses(folder, "old")) {
      old.start();
      old.startLoad("first");
      long begun = old.awaitSlot(200);
      try (ReplicaProcess follower =
          ReplicaProcess.start(
              List.of("backup", "--config", old.file.toString(), "--to", backup(), "--follow"))) {
        follower.readUntil("keeps the slots from");
        old.awaitSlot(begun + 200);
        old.stopLoad();
        middle = old.awaitState(begun + 200);
        old.startLoad("second");
        old.awaitSlot(middle.slot() + 200);
        old.stopLoad();
        end = old.awaitState(middle.slot() + 200);
        BackupFixture.awaitSlots(follower, folder.resolve("backup"), end.slot());
        follower.terminate();
        assertThat(follower.exitCode()).isZero();
      }
    }
    assertThat(middle.digest()).isNotEqualTo(end.digest());
    CommandRun verified = CommandRun.of("backup", "verify", backup());
    assertThat(verified.err()).isEmpty();
    assertThat(verified.out()).contains("the backup is whole");
    assertRestored("middle", middle, "--until", String.valueOf(middle.slot()));
    assertRestored("end", end);
  }

  private void assertRestored(String name, LocalState expected, String... until) throws Exception {
    try (KvProcesses restored = new KvProcesses(folder, name)) {
      for (int id = 0; id < KvProcesses.REPLICAS; id++) {
        List<String> words =
            new ArrayList<>(List.of("restore", "--from", backup(), "--id", String.valueOf(id)));
        words.addAll(List.of("--config", restored.file.toString()));
        words.addAll(List.of(until));
        CommandRun.of(words.toArray(new String[0])).assertWell();
      }
      restored.startHere();
      assertThat(restored.awaitState(expected.slot())).isEqualTo(expected);
      restored.startLoad("third");
      restored.awaitSlot(expected.slot() + 50);
      restored.stopLoad();
    }
  }
}
