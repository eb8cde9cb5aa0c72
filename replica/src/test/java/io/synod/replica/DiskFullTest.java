package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.recovery.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** On a file system in memory, where nobody else takes space meanwhile. */
@Timeout(120)
@EnabledIf("isThere")
class DiskFullTest {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final int MEBIBYTE = 1 << 20;

  private Path directory;

  static boolean isThere() throws IOException {
    return Files.isWritable(SHARED_MEMORY)
        && Files.getFileStore(SHARED_MEMORY).getUsableSpace() > 256L * MEBIBYTE;
  }

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory(SHARED_MEMORY, "synod-full-");
  }

  @AfterEach
  void deleteDirectory() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : List.copyOf(files.sorted(Comparator.reverseOrder()).toList())) {
        Files.delete(file);
      }
    }
  }

  @Test
  void a_full_disk_is_waited_for_and_nothing_is_lost() throws Exception {
    long free = Files.getFileStore(directory).getUsableSpace();
    try (LocalCluster cluster =
            new LocalCluster(
                3,
                config ->
                    config
                        .durability(Durability.SYNC)
                        .storageDirectory(directory)
                        .journalSegmentBytes(MEBIBYTE)
                        .storageReserve(free - 64 * MEBIBYTE));
        SynodClient client = cluster.client()) {
      client.execute(SumService.number(1));
      Path filler = directory.resolve("filler");
      fill(filler, 64);
      byte[] request = ByteBuffer.allocate(64 << 10).putLong(1).array();
      int sent = 0;
      CompletableFuture<byte[]> last = CompletableFuture.completedFuture(request);
      while (!isFull(cluster, 0) || !isFull(cluster, 1) || !isFull(cluster, 2)) {
        if (last.isDone()) {
          last = client.send(request);
          sent++;
        }
      }
      if (last.isDone()) {
        last = client.send(request);
        sent++;
      }
      assertThat(last).isNotDone();
      Files.delete(filler);
      last.get(60, TimeUnit.SECONDS);
      assertThat(SumService.number(client.execute(SumService.number(1)))).isEqualTo(sent + 2);
      for (int id = 0; id < 3; id++) {
        assertThat(cluster.replica(id).closed()).isNotDone();
      }
    }
  }

  private static boolean isFull(LocalCluster cluster, int id) {
    return cluster.replica(id).statusJson().contains("\"full\":true");
  }

  private static void fill(Path file, int mebibytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int block = 0; block < mebibytes; block++) {
        channel.write(ByteBuffer.allocate(MEBIBYTE));
      }
    }
  }
}
