package io.synod.laboratory;

import java.util.function.IntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What every command asks that starts a cluster of processes for its own use. */
final class ClusterOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "3",
      description = "Replicas of a cluster, one process each.")
  private int replicas;

  /** Makes one object of the options, of so many replicas; what is impossible is told as theirs. */
  <T> T read(IntFunction<T> options) {
    try {
      return options.apply(replicas);
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
  }
}
