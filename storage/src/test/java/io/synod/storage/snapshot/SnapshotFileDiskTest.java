package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.SELF;
import static io.synod.storage.snapshot.Snapshots.ends;
import static io.synod.storage.snapshot.Snapshots.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.storage.disk.FileDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On real files. */
class SnapshotFileDiskTest {
  @TempDir private Path directory;

  @Test
  void snapshots_are_published_pruned_read_and_discarded() throws IOException {
    try (SnapshotStore store = open()) {
      for (long end = 1; end <= 3; end++) {
        Snapshots.publish(store, end);
      }
      store.begin(4).write(1);
    }
    assertThat(directory.resolve(name(1))).doesNotExist();
    assertThat(files()).hasSize(3);

    try (SnapshotStore store = open()) {
      assertThat(ends(store)).containsExactly(3L, 2L);
      assertThat(files()).hasSize(2);
      Snapshots.assertWhole(store);
      store.discard(store.list().get(0));
      Snapshots.receive(store, 3, Snapshots.file(Snapshots.PEER, 3), 50);
      assertThat(ends(store)).containsExactly(3L, 2L);
      Snapshots.assertWhole(store);
    }
    assertThat(directory.resolve(name(3) + ".damaged")).exists();
  }

  @Test
  void a_deleted_snapshot_is_read_to_its_end_and_served_no_more() throws IOException {
    try (SnapshotStore store = open()) {
      SnapshotInfo first = Snapshots.publish(store, 1);
      assertThat(store.readPart(1, 0, new byte[10])).isEqualTo(10);
      try (InputStream content = store.read(first)) {
        Snapshots.publish(store, 2);
        Snapshots.publish(store, 3);
        assertThat(content.readAllBytes()).isEqualTo(Snapshots.content(1));
      }
      assertThat(store.readPart(1, 0, new byte[10])).isEqualTo(SnapshotStore.NO_LONGER_KEPT);
    }
  }

  @Test
  void a_file_that_is_missing_is_a_failure_that_says_so() throws IOException {
    try (SnapshotStore store = open()) {
      Snapshots.publish(store, 1);
      Snapshots.publish(store, 2);
      Files.delete(directory.resolve(name(1)));

      String message = directory.resolve(name(1)) + ": it was deleted while it was in use";
      assertThatThrownBy(() -> store.readPart(1, 0, new byte[10]))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageStartingWith(message);
      assertThatThrownBy(() -> Snapshots.publish(store, 3))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageStartingWith(message);
    }
  }

  @Test
  void looking_needs_no_right_to_write() throws IOException {
    try (SnapshotStore store = open()) {
      Snapshots.publish(store, 1);
    }
    byte[] file = Files.readAllBytes(directory.resolve(name(1)));
    SnapshotStore store = SnapshotStore.inspect(FileDisk.readOnly(directory), SELF);
    Snapshots.assertWhole(store);

    file[file.length - 1] ^= 1;
    Files.write(directory.resolve(name(1)), file);
    assertThatThrownBy(() -> store.verify(store.list().get(0)))
        .isInstanceOf(SnapshotDamaged.class)
        .hasMessageContaining(directory.resolve(name(1)).toString());
  }

  private SnapshotStore open() throws IOException {
    return SnapshotStore.open(FileDisk.of(directory), SELF, () -> Snapshots.CREATED);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
