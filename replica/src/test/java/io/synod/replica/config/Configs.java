package io.synod.replica.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the tests of this package begin with. */
final class Configs {
  static final List<String> THREE =
      List.of(
          "cluster.name = test",
          "replica.0 = 127.0.0.1:7100:7200",
          "replica.1 = 127.0.0.1:7101:7201",
          "replica.2 = 127.0.0.1:7102:7202");

  private Configs() {}

  /** A cluster of three and, from line 5 on, {@code lines}. */
  static Path three(Path folder, String... lines) {
    return file(folder, String.join("\n", THREE) + "\n" + String.join("\n", lines));
  }

  static Path file(Path folder, String text) {
    try {
      return Files.writeString(folder.resolve("test.properties"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SynodConfigBuilder builder() {
    return SynodConfig.builder()
        .clusterName("test")
        .replica(0, "127.0.0.1", 7100, 7200)
        .replica(1, "127.0.0.1", 7101, 7201)
        .replica(2, "127.0.0.1", 7102, 7202);
  }

  /** The folder of files that are shipped. */
  static Path shipped() {
    return Path.of("..", "config");
  }
}
