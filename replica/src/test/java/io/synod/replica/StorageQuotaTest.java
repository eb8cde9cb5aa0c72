package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code storage.max-bytes}, which somebody else's file uses up. */
@Timeout(120)
final class StorageQuotaTest {
  private static final long QUOTA_BYTES = 64L * FullCluster.MEBIBYTE;

  @TempDir Path directory;

  @Test
  void directories_that_hold_what_they_may_are_full_until_something_is_deleted() throws Exception {
    try (FullCluster cluster =
        new FullCluster(
            directory,
            config -> config.storageReserve(FullCluster.MEBIBYTE).storageMaxBytes(QUOTA_BYTES))) {
      cluster.execute();
      for (int id = 0; id < FullCluster.REPLICAS; id++) {
        fill(filler(id));
      }
      cluster.sendUntilAllAreFull();
      CompletableFuture<byte[]> waits = cluster.send();
      for (int id = 0; id < FullCluster.REPLICAS; id++) {
        Files.delete(filler(id));
      }
      assertThat(SumService.number(waits.get(60, TimeUnit.SECONDS))).isEqualTo(cluster.sent());
    }
  }

  @Test
  void a_snapshot_gets_the_space_that_the_journal_keeps_for_later_segments() throws Exception {
    try (FullCluster cluster =
        new FullCluster(
            directory,
            config ->
                config
                    .storageReserve(FullCluster.MEBIBYTE)
                    .storageMaxBytes(QUOTA_BYTES)
                    .set("snapshot.log-bytes", "4MiB"))) {
      while (retired(0) < 3 || retired(1) < 3 || retired(2) < 3) {
        cluster.send().get(60, TimeUnit.SECONDS);
      }
      for (int id = 0; id < FullCluster.REPLICAS; id++) {
        try (RandomAccessFile filler = new RandomAccessFile(filler(id).toFile(), "rw")) {
          filler.setLength(QUOTA_BYTES - usedBytes(id));
        }
      }
      // Several times what is kept: without snapshots nothing could be cut.
      for (int request = 0; request < 400; request++) {
        cluster.send().get(60, TimeUnit.SECONDS);
      }
    }
  }

  private long retired(int id) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("replica-" + id).resolve("journal"))) {
      return files.filter(file -> file.toString().endsWith(".retired")).count();
    }
  }

  private long usedBytes(int id) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("replica-" + id))) {
      return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
    }
  }

  private Path filler(int id) {
    return directory.resolve("replica-" + id).resolve("filler");
  }

  /** Its length counts; it takes no space. */
  private static void fill(Path file) throws IOException {
    try (RandomAccessFile filler = new RandomAccessFile(file.toFile(), "rw")) {
      filler.setLength(QUOTA_BYTES);
    }
  }
}
