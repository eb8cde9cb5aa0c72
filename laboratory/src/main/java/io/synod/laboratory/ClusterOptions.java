package io.synod.laboratory;

import java.util.function.IntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of every command that starts a cluster of processes for its own use. */
final class ClusterOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "3",
      description = "Replicas of a cluster, one process each.")
  private int replicas;

  /**
   * Makes an object of the options, given the number of replicas. An illegal number is reported as
   * an error of {@code --replicas}.
   */
  <T> T read(IntFunction<T> options) {
    try {
      return options.apply(replicas);
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
  }
}
