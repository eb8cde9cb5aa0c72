package io.synod.cli;

import java.util.List;

/**
 * Commands that another jar on the class path adds to {@code synod}. Found by {@link
 * java.util.ServiceLoader}; called once, on the main thread.
 */
public interface FurtherCommands {
  /** Classes with picocli's {@code @Command}, in the order in which the help lists them. */
  List<Class<?>> commands();
}
