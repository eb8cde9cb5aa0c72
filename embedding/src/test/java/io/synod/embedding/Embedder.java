package io.synod.embedding;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/** Compiles and starts {@code src/test/embedder} in a JVM of its own. */
final class Embedder {
  private static final Path SOURCES = Path.of("src", "test", "embedder");
  private static final long SECONDS_MAX = 60;

  private final Path work;

  /**
   * @param work an empty folder
   */
  Embedder(Path work) {
    this.work = work;
  }

  /** Compiles it against these class path entries. */
  void compileOnClassPath(List<Path> entries) {
    compile(List.of("-classpath", joined(entries)), "com/example/Main.java");
  }

  /** Runs it, once compiled, with {@code arguments} on these class path entries. */
  String runOnClassPath(List<Path> entries, String... arguments)
      throws IOException, InterruptedException {
    List<Path> classPath = new ArrayList<>(entries);
    classPath.add(classes());
    return run(List.of("-classpath", joined(classPath), "com.example.Main"), arguments);
  }

  /** Compiles it as a module against this module path, and runs it there. */
  String runOnModulePath(List<Path> modules, String... arguments)
      throws IOException, InterruptedException {
    // A class path without classes, instead of the one of this JVM.
    compile(
        List.of("--module-path", joined(modules), "-classpath", work.toString()),
        "module-info.java",
        "com/example/Main.java");
    List<Path> path = new ArrayList<>(modules);
    path.add(classes());
    // Nothing requires the modules that hold the native transports.
    return run(
        List.of(
            "--module-path",
            joined(path),
            "--add-modules",
            "ALL-MODULE-PATH",
            "--module",
            "com.example.embedder/com.example.Main"),
        arguments);
  }

  private Path classes() {
    return work.resolve("classes");
  }

  private void compile(List<String> options, String... sources) {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-Xlint:all", "-Werror", "-d", classes().toString()));
    for (String source : sources) {
      arguments.add(SOURCES.resolve(source).toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (failed != 0) {
      throw new AssertionError("the embedder does not compile, see above");
    }
  }

  private String run(List<String> options, String... arguments)
      throws IOException, InterruptedException {
    Path output = work.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It runs for a second: what the second compiler costs, it does not save.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new AssertionError("still running after 60 s: " + Files.readString(output));
      }
      return Files.readString(output);
    } finally {
      process.destroyForcibly();
    }
  }

  static String joined(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
