package io.synod.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An embedder whose class path has an older Netty is told so, before a class is missing. */
@Timeout(120)
class OlderNettyTest {
  @TempDir Path work;

  @ParameterizedTest
  @CsvSource({"cluster, replica 0 answers 7", "learner, the learner has executed 0 slots"})
  void an_embedder_with_the_netty_of_the_build_starts(String argument, String said)
      throws Exception {
    List<Path> jars = RuntimeJars.all();
    assertThat(new Embedder(work).runOnClassPath(jars, jars, argument)).contains(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster", "learner", "client"})
  void what_starts_with_an_older_netty_says_which_and_what_to_do(String argument) throws Exception {
    List<Path> jars = RuntimeJars.all();
    List<Path> older = OlderNetty.insteadOf(jars, work);
    String said = new Embedder(work).runOnClassPath(jars, older, argument);
    assertThat(said)
        .contains("IllegalStateException: the class path has Netty " + OlderNetty.VERSION + " of")
        .contains("netty-common")
        .contains("set its property netty.version to 4.2")
        .doesNotContain("NoClassDefFoundError", "NoSuchMethodError");
  }

  @Test
  void one_older_jar_among_those_of_the_build_is_named() throws Exception {
    List<Path> jars = RuntimeJars.all();
    List<Path> buffer =
        jars.stream().filter(jar -> jar.getFileName().toString().contains("-buffer-")).toList();
    List<Path> mixed = new ArrayList<>(OlderNetty.insteadOf(buffer, work));
    jars.stream().filter(jar -> !buffer.contains(jar)).forEach(mixed::add);
    assertThat(new Embedder(work).runOnClassPath(jars, mixed, "client"))
        .contains("the class path has Netty " + OlderNetty.VERSION + " of netty-buffer; and 4.2.");
  }
}
