package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.recovery.Durability;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code storage.max-bytes}, which somebody else's file uses up. */
@Timeout(120)
final class StorageQuotaTest {
  private static final int MEBIBYTE = 1 << 20;

  @TempDir Path directory;

  @Test
  void directories_that_hold_what_they_may_are_full_until_something_is_deleted() throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(
                3,
                config ->
                    config
                        .durability(Durability.SYNC)
                        .storageDirectory(directory)
                        .journalSegmentBytes(MEBIBYTE)
                        .storageReserve(MEBIBYTE)
                        .storageMaxBytes(64 * MEBIBYTE));
        SynodClient client = cluster.client()) {
      client.execute(SumService.number(1));
      for (int id = 0; id < 3; id++) {
        fill(filler(id));
      }
      int sent = untilAllAreFull(cluster, client);
      CompletableFuture<byte[]> waits = client.send(SumService.number(1));
      for (int id = 0; id < 3; id++) {
        Files.delete(filler(id));
      }
      assertThat(SumService.number(waits.get(60, TimeUnit.SECONDS))).isEqualTo(sent + 2);
    }
  }

  private static int untilAllAreFull(LocalCluster cluster, SynodClient client) {
    byte[] request = ByteBuffer.allocate(64 << 10).putLong(1).array();
    int sent = 0;
    CompletableFuture<byte[]> last = CompletableFuture.completedFuture(request);
    while (!isFull(cluster, 0) || !isFull(cluster, 1) || !isFull(cluster, 2)) {
      if (last.isDone()) {
        last = client.send(request);
        sent++;
      }
    }
    return sent;
  }

  private static boolean isFull(LocalCluster cluster, int id) {
    return cluster.replica(id).statusJson().contains("\"full\":true");
  }

  private Path filler(int id) {
    return directory.resolve("replica-" + id).resolve("filler");
  }

  /** Its length counts; it takes no space. */
  private static void fill(Path file) throws IOException {
    try (RandomAccessFile filler = new RandomAccessFile(file.toFile(), "rw")) {
      filler.setLength(64L * MEBIBYTE);
    }
  }
}
