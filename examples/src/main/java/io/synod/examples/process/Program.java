package io.synod.examples.process;

import java.util.List;
import java.util.function.IntFunction;

/**
 * What runs as each replica of a cluster.
 *
 * @param main its main method takes the configuration file, the replica's number and what is
 *     further told
 * @param javaOptions such as {@code -Xmx1g}
 * @param further made from a port that is this replica's, for the program's own use
 */
public record Program(Class<?> main, List<String> javaOptions, IntFunction<List<String>> further) {

  public Program {
    javaOptions = List.copyOf(javaOptions);
  }
}
