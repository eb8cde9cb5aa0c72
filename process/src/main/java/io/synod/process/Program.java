package io.synod.process;

import java.util.List;

/**
 * What a child runs.
 *
 * @param main its class
 * @param jvmOptions that it cannot do without, beside those of all children
 * @param speaks whether its parent listens to it; else all that it prints is in its log
 * @param classPath of another build; empty for that of this JVM
 */
public record Program(Class<?> main, List<String> jvmOptions, boolean speaks, String classPath) {

  public Program {
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** With the class path of this JVM. */
  public Program(Class<?> main, List<String> jvmOptions, boolean speaks) {
    this(main, jvmOptions, speaks, "");
  }

  /** The same with the class path of another build. */
  public Program of(String otherClassPath) {
    return new Program(main, jvmOptions, speaks, otherClassPath);
  }

  /** With its parent's ear. */
  public Program(Class<?> main, List<String> jvmOptions) {
    this(main, jvmOptions, true);
  }
}
