package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private Path directory;

  static boolean isThere() throws IOException {
    return Files.isWritable(SHARED_MEMORY)
        && Files.getFileStore(SHARED_MEMORY).getUsableSpace() > 256L * FullCluster.MEBIBYTE;
  }

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory(SHARED_MEMORY, "synod-full-");
  }

  @AfterEach
  void deleteDirectory() throws IOException {
    LocalCluster.delete(directory);
  }

  @Test
  void a_full_disk_is_waited_for_and_nothing_is_lost() throws Exception {
    long free = Files.getFileStore(directory).getUsableSpace();
    try (FullCluster cluster =
        new FullCluster(
            directory, config -> config.storageReserve(free - 64 * FullCluster.MEBIBYTE))) {
      cluster.execute();
      Path filler = directory.resolve("filler");
      fill(filler, 64);
      cluster.sendUntilNoQuorumHasSpace();
      CompletableFuture<byte[]> waits = cluster.send();
      assertThatThrownBy(() -> waits.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      Files.delete(filler);
      waits.get(60, TimeUnit.SECONDS);
      assertThat(cluster.execute()).isEqualTo(cluster.sent());
      for (int id = 0; id < FullCluster.REPLICAS; id++) {
        assertThat(cluster.replica(id).closed()).isNotDone();
      }
    }
  }

  private static void fill(Path file, int mebibytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int block = 0; block < mebibytes; block++) {
        channel.write(ByteBuffer.allocate(FullCluster.MEBIBYTE));
      }
    }
  }
}
