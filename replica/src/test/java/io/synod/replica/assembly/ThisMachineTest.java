package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ThisMachineTest {
  @Test
  void a_start_without_a_directory_deletes_what_a_killed_process_left() throws IOException {
    Path abandoned = Files.createTempDirectory("synod-snapshots-");
    Files.createFile(abandoned.resolve("lock"));
    Files.writeString(abandoned.resolve("0000000000000001.snapshot"), "state");

    try (ScratchStore scratch = new ThisMachine().scratch(new SnapshotIdentity("orders", 1))) {
      assertThat(abandoned).doesNotExist();
      assertThat(scratch.deleteAbandoned()).doesNotContain(abandoned);
    }
  }
}
