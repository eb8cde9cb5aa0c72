package io.synod.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an embedder gets below a replica and a client is small, and stays so. */
class RuntimeJarsTest {
  private static final int JARS_MAX = 12;
  private static final long BYTES_MAX = 6_000_000;

  @Test
  void at_most_twelve_jars_of_others_come_with_a_replica_and_a_client() {
    List<Path> jars = RuntimeJars.ofOthers();
    assertThat(jars).hasSizeBetween(1, JARS_MAX);
  }

  @Test
  void all_jars_together_are_at_most_six_megabytes() {
    long bytes = RuntimeJars.all().stream().mapToLong(RuntimeJars::bytes).sum();
    assertThat(bytes).as("bytes of %s", RuntimeJars.all()).isBetween(1L, BYTES_MAX);
  }

  @Test
  void no_logger_and_no_tool_comes_along() {
    assertThat(RuntimeJars.ofOthers())
        .extracting(jar -> jar.getFileName().toString())
        .allMatch(name -> name.startsWith("netty-") || name.startsWith("slf4j-api-"));
  }
}
