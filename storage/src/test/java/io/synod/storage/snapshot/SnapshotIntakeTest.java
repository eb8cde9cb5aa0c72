package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.message.SnapshotPart;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SnapshotIntakeTest {
  private final TwinDisk disk = new TwinDisk();

  @Test
  void a_first_part_that_is_not_the_beginning_is_refused_and_the_next_snapshot_is_taken()
      throws IOException {
    SnapshotStore store = Snapshots.open(disk);
    byte[] file = Snapshots.file(Snapshots.PEER, 7);
    byte[] rest = Arrays.copyOfRange(file, 10, file.length);
    try (SnapshotIntake intake = new SnapshotIntake(() -> store)) {

      assertThatThrownBy(() -> intake.take(new SnapshotPart(7, file.length, 10, rest)))
          .isInstanceOf(SnapshotDamaged.class)
          .hasMessageContaining("byte 10")
          .hasMessageContaining("its beginning has not arrived")
          .hasMessageContaining("fetch it again");

      assertThat(intake.take(new SnapshotPart(7, file.length, 0, file))).isEqualTo(file.length);
    }
    assertThat(Snapshots.ends(store)).containsExactly(7L);
  }

  @Test
  void a_snapshot_of_more_slots_than_any_log_has_is_refused_and_the_next_one_is_taken()
      throws IOException {
    SnapshotStore store = Snapshots.open(disk);
    byte[] file = Snapshots.file(Snapshots.PEER, 7);
    try (SnapshotIntake intake = new SnapshotIntake(() -> store)) {

      assertThatThrownBy(() -> intake.take(new SnapshotPart(Long.MAX_VALUE, file.length, 0, file)))
          .isInstanceOf(SnapshotDamaged.class)
          .hasMessageContaining("no log has so many slots");

      assertThat(intake.take(new SnapshotPart(7, file.length, 0, file))).isEqualTo(file.length);
    }
    assertThat(Snapshots.ends(store)).containsExactly(7L);
  }
}
