package io.synod.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** The JDK of this test, and the newest one that lies beside it. */
  static Stream<Path> jdks() throws IOException {
    Path own = Path.of(System.getProperty("java.home")).toRealPath();
    TreeMap<Integer, Path> found = new TreeMap<>();
    try (Stream<Path> beside = Files.list(own.getParent())) {
      for (Path jdk : beside.filter(one -> Files.exists(one.resolve("bin/javac"))).toList()) {
        found.put(version(jdk), jdk);
      }
    }
    int of = Runtime.version().feature();
    return found.lastKey() > of ? Stream.of(own, found.lastEntry().getValue()) : Stream.of(own);
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

  @ParameterizedTest
  @MethodSource("jdks")
  void the_files_of_the_page_work_on_the_class_path(Path jdk) throws Exception {
    OutsideProject project = new OutsideProject(folder, repository());
    project.writeFilesOfThePage(false);
    assertThat(project.maven(jdk, "test", "dependency:build-classpath", CLASS_PATH))
        .contains("Tests run: 2, Failures: 0");
    assertThat(project.runOnClassPath(jdk)).contains(SAID);
  }

  @Test
  void the_files_of_the_page_work_as_a_module() throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    OutsideProject project = new OutsideProject(folder, repository());
    project.writeFilesOfThePage(true);
    assertThat(project.maven(jdk, "test-compile", "dependency:build-classpath", CLASS_PATH))
        .contains("BUILD SUCCESS");
    assertThat(project.runOnModulePath(jdk)).contains(SAID);
  }

  @Test
  void with_the_newest_jdk_the_module_and_the_example_services_in_it_work() throws Exception {
    Path jdk = jdks().reduce((own, newest) -> newest).orElseThrow();
    OutsideProject project = new OutsideProject(folder, repository());
    project.writeFilesOfThePage(true);
    project.addTestDependency("org.assertj", "assertj-core", "3.27.7");
    for (String example : new String[] {"lock", "bank", "exchange"}) {
      project.copyExample(example);
    }
    project.copyTestOfExamples("ThreeReplicas.java");
    String tests = "-Dtest=LockServiceTest,BankServiceTest,OrderBookTest";
    assertThat(project.maven(jdk, "test", tests, "dependency:build-classpath", CLASS_PATH))
        .contains("BUILD SUCCESS")
        .contains("Failures: 0, Errors: 0, Skipped: 0")
        .contains("LockServiceTest")
        .contains("BankServiceTest")
        .contains("OrderBookTest");
    assertThat(project.runOnModulePath(jdk)).contains(SAID);
  }

  @Test
  void a_mistake_of_the_page_is_found() throws Exception {
    OutsideProject project = new OutsideProject(folder, repository());
    project.writeFilesOfThePage(false);
    Path service = folder.resolve("src/main/java/com/example/Seats.java");
    Files.writeString(service, Files.readString(service).replace("    sessions.clear();\n", ""));
    Path jdk = Path.of(System.getProperty("java.home"));
    assertThat(
            project.maven(
                jdk, "-Dmaven.test.failure.ignore", "-Dtest=SeatsTest#replicas_agree", "test"))
        .contains("the instance that restored a snapshot differs from the original.")
        .contains("replay: mvn test -Dsynod.simulation.seed=");
  }
}
