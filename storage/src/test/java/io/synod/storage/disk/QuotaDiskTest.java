package io.synod.storage.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuotaDiskTest {
  @TempDir Path directory;
  private Disk journal;
  private Disk snapshots;

  @BeforeEach
  void open() throws IOException {
    journal = limited("journal", 1000);
    snapshots = limited("snapshots", 1000);
  }

  private Disk limited(String name, long maxBytes) throws IOException {
    Path own = Files.createDirectories(directory.resolve(name));
    return new QuotaDisk(FileDisk.of(own), directory, maxBytes);
  }

  @Test
  void space_taken_by_one_is_missing_for_the_other() throws IOException {
    journal.create("segment", 300).close();
    snapshots.create("snapshot", 200).close();

    assertThat(journal.usableBytes()).isEqualTo(500);
    assertThat(snapshots.usableBytes()).isEqualTo(500);
  }

  @Test
  void deleted_bytes_are_free_again() throws IOException {
    journal.create("segment", 300).close();
    journal.delete("segment");

    assertThat(journal.usableBytes()).isEqualTo(1000);
  }

  @Test
  void files_of_others_count_and_more_than_all_leaves_nothing() throws IOException {
    try (RandomAccessFile other = new RandomAccessFile(directory.resolve("other").toFile(), "rw")) {
      other.setLength(2000);
    }
    assertThat(journal.usableBytes()).isZero();
  }

  @Test
  void links_to_directories_on_other_disks_are_followed() throws IOException {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path replica = Files.createSymbolicLink(directory.resolve("replica"), elsewhere);
    Path large = Files.createDirectory(directory.resolve("large"));
    Files.createSymbolicLink(replica.resolve("journal"), large);
    Disk disk = new QuotaDisk(FileDisk.of(replica.resolve("journal")), replica, 1000);
    disk.create("segment", 300).close();

    assertThat(disk.usableBytes()).isEqualTo(700);
  }

  @Test
  void there_is_never_more_than_the_disk_has() throws IOException {
    Disk whole = FileDisk.of(directory);
    Disk unlimited = new QuotaDisk(whole, directory, Long.MAX_VALUE);

    assertThat(unlimited.usableBytes()).isLessThan(Long.MAX_VALUE / 2).isPositive();
  }
}
