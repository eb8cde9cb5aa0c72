package io.synod.storage.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which directories are deleted, and which stay. */
@Timeout(60)
class ScratchDirectoryTest {
  @TempDir private Path parent;

  @Test
  void an_abandoned_directory_is_deleted_with_its_files() throws IOException {
    Path abandoned = abandoned("synod-snapshots-123");

    assertThat(ScratchDirectory.deleteAbandoned(parent)).containsExactly(abandoned);
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void one_whose_deletion_was_interrupted_is_deleted() throws IOException {
    Path abandoned = abandoned("synod-snapshots-123");
    Files.delete(abandoned.resolve("0000000000000001.snapshot"));

    assertThat(ScratchDirectory.deleteAbandoned(parent)).containsExactly(abandoned);
  }

  @Test
  void one_in_use_stays_and_is_deleted_by_its_user() throws IOException {
    ScratchDirectory used = ScratchDirectory.make(parent);

    assertThat(ScratchDirectory.deleteAbandoned(parent)).isEmpty();
    assertThat(used.path().resolve("lock")).exists();
    used.delete();
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void one_that_is_being_made_stays() throws IOException {
    Files.createDirectory(parent.resolve("synod-snapshots-123"));

    assertStays(parent.resolve("synod-snapshots-123"));
  }

  @Test
  void one_that_was_not_made_here_stays() throws IOException {
    assertStays(abandoned("synod-snapshots-old"));
    assertStays(abandoned("synod-snapshots-123.bak"));
    Path withDirectory = abandoned("synod-snapshots-123");
    Files.createDirectory(withDirectory.resolve("journal"));
    assertStays(withDirectory);
    assertThat(withDirectory.resolve("0000000000000001.snapshot")).exists();
  }

  @Test
  void a_link_to_a_directory_stays_with_what_it_leads_to() throws IOException {
    Path elsewhere = abandoned("elsewhere");
    Path link = Files.createSymbolicLink(parent.resolve("synod-snapshots-123"), elsewhere);

    assertStays(link);
    assertThat(elsewhere.resolve("0000000000000001.snapshot")).exists();
  }

  @Test
  void another_users_directory_stays() throws IOException {
    Path theirs = abandoned("synod-snapshots-123");
    assumeTrue(isRoot(), "only root may give a file away");
    Files.setAttribute(theirs, "unix:uid", 12345);

    assertStays(theirs);
    assertThat(theirs.resolve("0000000000000001.snapshot")).exists();
  }

  @Test
  void a_parent_that_is_not_there_holds_none() {
    assertThat(ScratchDirectory.deleteAbandoned(parent.resolve("missing"))).isEmpty();
  }

  @Test
  void of_many_that_start_at_once_each_has_its_own_and_one_deletes_what_was_left()
      throws Exception {
    int starting = 8;
    ExecutorService threads = Executors.newFixedThreadPool(starting);
    try {
      for (int time = 0; time < 50; time++) {
        Path abandoned = abandoned("synod-snapshots-" + time);
        CyclicBarrier together = new CyclicBarrier(starting);
        List<Future<ScratchDirectory>> started = new ArrayList<>();
        for (int i = 0; i < starting; i++) {
          started.add(
              threads.submit(
                  () -> {
                    together.await();
                    ScratchDirectory.deleteAbandoned(parent);
                    return ScratchDirectory.make(parent);
                  }));
        }
        for (Future<ScratchDirectory> one : started) {
          assertThat(one.get().path().resolve("lock")).exists();
        }
        assertThat(abandoned).doesNotExist();
        for (Future<ScratchDirectory> one : started) {
          one.get().delete();
        }
        assertThat(parent).isEmptyDirectory();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void assertStays(Path path) {
    assertThat(ScratchDirectory.deleteAbandoned(parent)).isEmpty();
    assertThat(path).exists();
  }

  /** As a killed process leaves it. */
  private Path abandoned(String name) throws IOException {
    Path path = Files.createDirectory(parent.resolve(name));
    Files.createFile(path.resolve("lock"));
    Files.writeString(path.resolve("0000000000000001.snapshot"), "state");
    return path;
  }

  private boolean isRoot() throws IOException {
    return parent.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Files.getAttribute(parent, "unix:uid").equals(0);
  }
}
