package io.synod.cli;

import picocli.CommandLine;

/**
 * Commands that another jar on the class path adds to {@code synod}. Found by {@link
 * java.util.ServiceLoader}; called once, on the main thread.
 */
public interface FurtherCommands {
  /** Adds them, in the order in which the help lists them, and the converters of their options. */
  void addTo(CommandLine synod);
}
