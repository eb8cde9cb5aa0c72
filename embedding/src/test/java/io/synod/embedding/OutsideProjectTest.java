package io.synod.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The project of the page on embedding, outside of this one, with installed jars. */
@Timeout(600)
class OutsideProjectTest {
  private static final String CLASS_PATH = "-Dmdep.outputFile=target/classpath";
  private static final String SAID = "seat 12 is taken, says replica 0, 1 or 2";

  @TempDir private static Path shared;
  private static LocalRepository installed;

  @TempDir private Path folder;

  private static synchronized LocalRepository repository() throws IOException {
    if (installed == null) {
      installed = new LocalRepository(Files.createDirectories(shared.resolve("repository")));
    }
    return installed;
  }

  private static Path own() throws IOException {
    return Path.of(System.getProperty("java.home")).toRealPath();
  }

  /** The newest JDK beside that of this test, or this one. */
  private static Path newest() throws IOException {
    TreeMap<Integer, Path> found = new TreeMap<>();
    try (Stream<Path> beside = Files.list(own().getParent())) {
      for (Path jdk : beside.filter(one -> Files.exists(one.resolve("bin/javac"))).toList()) {
        found.put(version(jdk), jdk);
      }
    }
    return found.lastKey() > Runtime.version().feature() ? found.lastEntry().getValue() : own();
  }

  private static Set<Path> jdks() throws IOException {
    return new LinkedHashSet<>(List.of(own(), newest()));
  }

  private static int version(Path jdk) throws IOException {
    Properties release = new Properties();
    if (Files.exists(jdk.resolve("release"))) {
      try (Reader in = Files.newBufferedReader(jdk.resolve("release"))) {
        release.load(in);
      }
    }
    String text = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return Integer.parseInt(text.split("[.+-]")[0]);
  }

  /** One run of Maven for the page and for a mistake in it. */
  @Test
  void the_files_of_the_page_work_on_the_class_path_and_their_test_finds_a_mistake()
      throws Exception {
    OutsideProject project = new OutsideProject(folder, repository());
    project.writeFilesOfThePage(false);
    copyWithMistake("src/main/java/com/example", "Seats.java");
    copyWithMistake("src/test/java/com/example", "SeatsTest.java");
    String tests = "-Dtest=SeatsTest,MistakenTest#replicas_agree";
    String ignore = "-Dmaven.test.failure.ignore";
    assertThat(
            project.maven(own(), ignore, tests, "test", "dependency:build-classpath", CLASS_PATH))
        .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0")
        .contains("Tests run: 3, Failures: 1, Errors: 0, Skipped: 0")
        .contains("the instance that restored a snapshot differs from the original.")
        .contains("replay: mvn test -Dsynod.simulation.seed=");
    for (Path jdk : jdks()) {
      assertThat(project.runOnClassPath(jdk)).contains(SAID);
    }
  }

  /** The same class with another name, which restores a snapshot into what it has. */
  private void copyWithMistake(String sources, String name) throws IOException {
    Path file = folder.resolve(sources).resolve(name);
    String text = Files.readString(file).replace("    sessions.clear();\n", "");
    Files.writeString(
        file.resolveSibling(name.replace("Seats", "Mistaken")), text.replace("Seats", "Mistaken"));
  }

  @Test
  void with_the_newest_jdk_the_module_its_tests_and_the_example_services_in_it_work()
      throws Exception {
    OutsideProject project = new OutsideProject(folder, repository());
    project.writeFilesOfThePage(true);
    project.addTestDependency("org.assertj", "assertj-core", "3.27.7");
    for (String example : new String[] {"lock", "bank", "exchange"}) {
      project.copyExample(example);
    }
    project.copyTestOfExamples("ThreeReplicas.java");
    String tests = "-Dtest=SeatsTest,LockServiceTest,BankServiceTest,OrderBookTest";
    // The other test, and the tests of the examples, simulate all seeds.
    String seed = "-Dsynod.simulation.seed=1";
    assertThat(
            project.maven(newest(), seed, tests, "test", "dependency:build-classpath", CLASS_PATH))
        .contains("BUILD SUCCESS")
        .contains("Failures: 0, Errors: 0, Skipped: 0")
        .contains("SeatsTest")
        .contains("LockServiceTest")
        .contains("BankServiceTest")
        .contains("OrderBookTest");
    for (Path jdk : jdks()) {
      assertThat(project.runOnModulePath(jdk)).contains(SAID);
    }
  }
}
