package io.synod.embedding;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Maven project in a folder of its own that uses Synod as installed jars. */
final class OutsideProject {
  private static final Path PAGE = Path.of("..", "docs", "embedding.md");
  private static final Path EXAMPLES = Path.of("..", "examples", "src");
  private static final Pattern FILE =
      Pattern.compile("`([\\w./-]+)`:\\n\\n```\\w+\\n(.*?)```\\n", Pattern.DOTALL);
  private static final String MAIN = "com.example.Theatre";
  private static final long SECONDS_MAX = 280;

  // Maven, the tests and the project run for seconds: what the second compiler costs, it does not
  // save.
  private static final String BRIEFLY = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private final Path folder;
  private final LocalRepository repository;

  /**
   * @param folder an empty one
   */
  OutsideProject(Path folder, LocalRepository repository) {
    this.folder = folder;
    this.repository = repository;
  }

  /** Writes the files that the page on embedding shows. */
  void writeFilesOfThePage(boolean asModule) throws IOException {
    Matcher matcher = FILE.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      if (asModule || !matcher.group(1).endsWith("module-info.java")) {
        write(matcher.group(1), matcher.group(2));
      }
    }
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Adds the sources and tests of an example. */
  void copyExample(String name) throws IOException {
    for (String sources : List.of("main/java/io/synod/examples/", "test/java/io/synod/examples/")) {
      Path from = EXAMPLES.resolve(sources + name);
      List<Path> files;
      try (Stream<Path> all = Files.walk(from)) {
        files = all.filter(Files::isRegularFile).toList();
      }
      for (Path file : files) {
        write("src/" + sources + name + "/" + from.relativize(file), Files.readString(file));
      }
    }
  }

  /** Adds one more file of the examples' tests. */
  void copyTestOfExamples(String name) throws IOException {
    String path = "test/java/io/synod/examples/" + name;
    write("src/" + path, Files.readString(EXAMPLES.resolve(path)));
  }

  /** Adds a dependency for tests. */
  void addTestDependency(String group, String artifact, String version) throws IOException {
    String pom = Files.readString(folder.resolve("pom.xml"));
    int end = pom.lastIndexOf("  </dependencies>");
    String added =
        """
            <dependency>
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
              <scope>test</scope>
            </dependency>
        """
            .formatted(group, artifact, version);
    write("pom.xml", pom.substring(0, end) + added + pom.substring(end));
  }

  /** Runs the goals with this JDK; returns what Maven has printed. */
  String maven(Path jdk, String... goals) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-gs", settings()));
    command.add("-Dmaven.repo.local=" + repository.folder());
    command.addAll(List.of(goals));
    return run(jdk, command);
  }

  /** Other jars are taken from the repository of the build that runs this test. */
  private String settings() throws IOException {
    String local = Path.of(System.getProperty("synod.local.repository")).toUri().toString();
    write(
        "settings.xml",
        """
        <settings>
          <profiles>
            <profile>
              <id>of-the-build</id>
              <repositories>
                <repository><id>of-the-build</id><url>%1$s</url></repository>
              </repositories>
              <pluginRepositories>
                <pluginRepository><id>of-the-build</id><url>%1$s</url></pluginRepository>
              </pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>of-the-build</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(local));
    return folder.resolve("settings.xml").toString();
  }

  String runOnClassPath(Path jdk) throws IOException, InterruptedException {
    return run(jdk, List.of(java(jdk), "-cp", path(), MAIN));
  }

  String runOnModulePath(Path jdk) throws IOException, InterruptedException {
    return run(
        jdk,
        List.of(
            java(jdk),
            "-p",
            path(),
            "--add-modules",
            "ALL-MODULE-PATH",
            "-m",
            "com.example.theatre/" + MAIN));
  }

  private static String java(Path jdk) {
    return jdk.resolve("bin").resolve("java").toString();
  }

  private String path() throws IOException {
    return folder.resolve("target").resolve("classes")
        + File.pathSeparator
        + Files.readString(folder.resolve("target").resolve("classpath")).strip();
  }

  private String run(Path jdk, List<String> command) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().put("JDK_JAVA_OPTIONS", BRIEFLY);
    Process process =
        builder
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + Files.readString(output));
      }
      String text = Files.readString(output);
      if (process.exitValue() != 0) {
        throw new AssertionError(String.join(" ", command) + " has failed:\n" + text);
      }
      return text;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
