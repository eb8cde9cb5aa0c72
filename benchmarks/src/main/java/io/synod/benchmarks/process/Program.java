package io.synod.benchmarks.process;

import java.util.List;

/**
 * What a child runs.
 *
 * @param main its class
 * @param jvmOptions that it cannot do without, beside those of all children
 */
public record Program(Class<?> main, List<String> jvmOptions) {

  public Program {
    jvmOptions = List.copyOf(jvmOptions);
  }

  public static Program of(Class<?> main) {
    return new Program(main, List.of());
  }
}
