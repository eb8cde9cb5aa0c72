package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.SELF;
import static io.synod.storage.snapshot.Snapshots.ends;
import static io.synod.storage.snapshot.Snapshots.name;
import static io.synod.storage.snapshot.Snapshots.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system deletes temporary files that are old. */
class ScratchStoreTest {
  @TempDir private Path parent;

  private ScratchStore scratch;

  @BeforeEach
  void publishTwo() throws IOException {
    scratch = new ScratchStore(parent, SELF);
    publish(scratch.store(), 1);
    publish(scratch.store(), 2);
  }

  @AfterEach
  void close() {
    scratch.close();
  }

  @Test
  void a_deleted_directory_is_made_anew() throws IOException {
    assertThat(scratch.store().readPart(2, 0, new byte[10])).isEqualTo(10);
    deleteDirectory();

    assertThat(scratch.store().list()).isEmpty();
    assertThat(scratch.store().readPart(2, 0, new byte[10]))
        .isEqualTo(SnapshotStore.NO_LONGER_KEPT);
    publish(scratch.store(), 3);
    assertThat(ends(scratch.store())).containsExactly(3L);
    Snapshots.assertWhole(scratch.store());
    scratch.close();
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void a_snapshot_whose_file_was_deleted_is_no_longer_kept() throws IOException {
    SnapshotInfo first = scratch.store().list().get(1);
    deleteFile(1);
    assertThatThrownBy(() -> scratch.store().verify(first)).isInstanceOf(NoSuchFileException.class);
    assertThat(ends(scratch.store())).containsExactly(2L);

    deleteFile(2);
    assertThat(scratch.store().readPart(2, 0, new byte[10]))
        .isEqualTo(SnapshotStore.NO_LONGER_KEPT);
    assertThat(scratch.store().list()).isEmpty();
  }

  @Test
  void a_snapshot_is_taken_although_the_file_of_the_oldest_was_deleted() throws IOException {
    deleteFile(1);
    publish(scratch.store(), 3);

    assertThat(ends(scratch.store())).containsExactly(3L, 2L);
  }

  @Test
  void a_store_whose_directory_was_deleted_closes() throws IOException {
    SnapshotWriter unfinished = scratch.store().begin(3);
    deleteDirectory();
    unfinished.close();
    scratch.close();

    assertThat(parent).isEmptyDirectory();
  }

  /** A file in the way stands for a file system that is full, or that is only read. */
  @Test
  void while_no_directory_can_be_made_the_store_is_empty_and_has_no_space() throws IOException {
    Path taken = Files.createFile(parent.resolve("taken"));
    try (ScratchStore elsewhere = new ScratchStore(taken, SELF)) {
      assertThat(elsewhere.store().list()).isEmpty();
      assertThatThrownBy(() -> elsewhere.store().begin(3))
          .isInstanceOf(DiskFull.class)
          .hasMessageStartingWith("no directory for it can be made in " + taken);
      elsewhere.store().unpin();

      Files.delete(taken);
      publish(elsewhere.store(), 3);
      assertThat(ends(elsewhere.store())).containsExactly(3L);
    }
    assertThat(taken).isEmptyDirectory();
    Files.delete(taken);
  }

  private void deleteFile(long end) throws IOException {
    Files.delete(directory().resolve(name(end)));
  }

  private void deleteDirectory() throws IOException {
    for (Path file : list(directory())) {
      Files.delete(file);
    }
    Files.delete(directory());
  }

  private Path directory() throws IOException {
    return list(parent).get(0);
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
