package io.synod.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An older Netty on the class path is an error that names it, before a class is missing. */
@Timeout(120)
class OlderNettyTest {
  private static final List<Path> JARS = RuntimeJars.all();

  @TempDir private static Path shared;
  private static Embedder embedder;
  private static List<Path> older;

  @BeforeAll
  static void make() throws IOException {
    embedder = new Embedder(shared);
    embedder.compileOnClassPath(JARS);
    older = OlderNetty.insteadOf(JARS, Files.createDirectory(shared.resolve("older")));
  }

  @Test
  void an_embedder_with_the_netty_of_the_build_starts() throws Exception {
    assertThat(embedder.runOnClassPath(JARS, "cluster", "learner"))
        .contains("replica 0 answers 7", "the learner has executed 0 slots");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster", "learner", "client"})
  void the_error_for_an_older_netty_says_which_and_what_to_do(String argument) throws Exception {
    assertThat(embedder.runOnClassPath(older, argument))
        .contains("IllegalStateException: the class path has Netty " + OlderNetty.VERSION + " of")
        .contains("netty-common")
        .contains("set its property netty.version to 4.2")
        .doesNotContain("NoClassDefFoundError", "NoSuchMethodError");
  }

  @Test
  void one_older_jar_among_those_of_the_build_is_named() throws Exception {
    List<Path> mixed = new ArrayList<>();
    older.stream().filter(OlderNettyTest::isBuffer).forEach(mixed::add);
    JARS.stream().filter(jar -> !isBuffer(jar)).forEach(mixed::add);
    assertThat(embedder.runOnClassPath(mixed, "client"))
        .contains("the class path has Netty " + OlderNetty.VERSION + " of netty-buffer; and 4.2.");
  }

  private static boolean isBuffer(Path jar) {
    return jar.getFileName().toString().contains("-buffer-");
  }
}
