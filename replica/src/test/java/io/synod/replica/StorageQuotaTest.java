package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code storage.max-bytes}, which somebody else's file or the journal uses up. */
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
      cluster.sendUntilNoQuorumHasSpace();
      CompletableFuture<byte[]> waits = cluster.send();
      for (int id = 0; id < FullCluster.REPLICAS; id++) {
        Files.delete(filler(id));
      }
      assertThat(SumService.number(waits.get(60, TimeUnit.SECONDS))).isEqualTo(cluster.sent());
    }
  }

  @Test
  void directories_that_hold_little_go_on() throws Exception {
    try (FullCluster cluster =
        new FullCluster(
            directory,
            config ->
                config
                    .storageReserve(FullCluster.MEBIBYTE)
                    .storageMaxBytes(16L * FullCluster.MEBIBYTE))) {
      // Twice as much as a directory may hold.
      for (int request = 0; request < 512; request++) {
        cluster.send().get(60, TimeUnit.SECONDS);
      }
      assertThat(cluster.execute()).isEqualTo(cluster.sent());
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
