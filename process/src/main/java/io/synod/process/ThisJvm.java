package io.synod.process;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * How this JVM is started once more, with the same class path. Where many such processes live
 * briefly, as in tests, system properties may say what each of them begins with: {@code
 * synod.children.options}, options between spaces, and {@code synod.children.class-path}, entries
 * that come before all others, as those must whose classes a shared archive holds.
 */
public final class ThisJvm {
  private static final int JAVA_WITH_NATIVE_ACCESS_WARNINGS = 24;
  private static final String FIRST_OPTIONS = System.getProperty("synod.children.options", "");
  private static final String FIRST_ENTRIES = System.getProperty("synod.children.class-path", "");

  private ThisJvm() {}

  /**
   * The beginning of a command, which the name of the main class follows.
   *
   * @param options override what the system properties say
   */
  public static List<String> command(List<String> options) {
    String classPath = System.getProperty("java.class.path");
    return command(
        options,
        FIRST_ENTRIES.isEmpty() ? classPath : FIRST_ENTRIES + File.pathSeparator + classPath);
  }

  /** The same with another class path. */
  static List<String> command(List<String> options, String classPath) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    if (!FIRST_OPTIONS.isBlank()) {
      command.addAll(List.of(FIRST_OPTIONS.strip().split(" +")));
    }
    command.addAll(options);
    if (Runtime.version().feature() >= JAVA_WITH_NATIVE_ACCESS_WARNINGS) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-cp");
    command.add(classPath);
    return command;
  }
}
