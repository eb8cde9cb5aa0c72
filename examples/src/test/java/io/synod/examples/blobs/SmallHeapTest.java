package io.synod.examples.blobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class SmallHeapTest {

  @TempDir private Path directory;

  @Test
  @Timeout(60)
  void a_snapshot_that_is_larger_than_the_heap_is_written_and_restored() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeap.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(said.strip()).isEqualTo("equal true, larger than the heap true");
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
