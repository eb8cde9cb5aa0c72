package io.synod.process;

import java.util.List;

/**
 * What a child runs.
 *
 * @param main its class
 * @param jvmOptions that it cannot do without, beside those of all children
 * @param speaks whether its parent listens to it; else all that it prints is in its log
 */
public record Program(Class<?> main, List<String> jvmOptions, boolean speaks) {

  public Program {
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** With its parent's ear. */
  public Program(Class<?> main, List<String> jvmOptions) {
    this(main, jvmOptions, true);
  }
}
