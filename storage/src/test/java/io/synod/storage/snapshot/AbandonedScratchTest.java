package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.directory.OtherProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed deletes no file; the next one does. */
@Timeout(60)
class AbandonedScratchTest {
  @TempDir private Path parent;

  @Test
  void a_store_deletes_what_a_killed_process_left_and_nothing_of_one_that_lives() throws Exception {
    try (OtherProcess living = ScratchUser.start(parent)) {
      OtherProcess killed = ScratchUser.start(parent);
      assertThat(parent.toFile().list()).hasSize(2);
      killed.kill();
      assertThat(parent.toFile().list()).hasSize(2);

      try (ScratchStore mine = new ScratchStore(parent, Snapshots.SELF);
          ScratchStore second = new ScratchStore(parent, Snapshots.PEER)) {
        Snapshots.publish(mine.store(), 2);
        Snapshots.publish(second.store(), 3);
        assertThat(parent.toFile().list()).hasSize(3);
        Snapshots.assertWhole(mine.store());
        Snapshots.assertWhole(second.store());
      }
      assertThat(parent.toFile().list()).hasSize(1);
      assertThat(parent.toFile().listFiles()[0].list()).contains(Snapshots.name(1));
      assertThat(living.isAlive()).isTrue();
    }
    assertThat(parent).isEmptyDirectory();
  }
}
