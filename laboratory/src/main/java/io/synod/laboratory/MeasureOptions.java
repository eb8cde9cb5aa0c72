package io.synod.laboratory;

import io.synod.replica.config.SynodConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a running cluster is measured instead of reading a profile. */
final class MeasureOptions {
  private static final double PER_LOAD_MILLIS_MIN = 100;
  private static final double MILLIS_MAX = 600_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--measure",
      description =
          "Measures round trip, bandwidth and costs on the running cluster of --config instead of"
              + " being told them. Loads it with requests of zeros, which its service must answer:"
              + " made for that is io.synod.benchmarks.process.NullService, and another service's"
              + " phi_exec is that of zeros. With the defaults for about a minute.")
  private boolean measure;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The properties file of the cluster to measure, whose replicas run.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Puts a setting over that file's; may be repeated.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = MillisOption.class,
      description = "Load before the first that is measured, up to 600s; 0s for none.")
  private double warmUpMillis;

  @Option(
      names = "--per-load",
      paramLabel = "TIME",
      defaultValue = "3s",
      converter = MillisOption.class,
      description =
          "How long each of nine kinds of load is measured, in turns of a second, from 100ms to 600s.")
  private double perLoadMillis;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "profile.properties",
      description = "Where --measure writes the profile.")
  private Path profile;

  @Option(
      names = "--profile-plot",
      paramLabel = "FILE",
      defaultValue = "profile.png",
      description = "Where --measure writes the picture of what was measured beside the model.")
  private Path picture;

  boolean isAsked() {
    return measure;
  }

  /**
   * @throws io.synod.replica.config.ConfigException if it cannot be used
   */
  SynodConfig load() {
    if (file == null) {
      throw refused("--measure needs the running cluster's file: --config FILE");
    }
    return SynodConfig.load(file, overrides);
  }

  Duration warmUp() {
    if (warmUpMillis > MILLIS_MAX) {
      throw refused("--warm-up is 600s at most");
    }
    return Duration.ofMillis(Math.round(warmUpMillis));
  }

  Duration perLoad() {
    if (perLoadMillis < PER_LOAD_MILLIS_MIN || perLoadMillis > MILLIS_MAX) {
      throw refused("--per-load is 100ms to 600s");
    }
    return Duration.ofMillis(Math.round(perLoadMillis));
  }

  Path profile() {
    return profile;
  }

  Path picture() {
    return picture;
  }

  private ParameterException refused(String reason) {
    return new ParameterException(command.commandLine(), reason);
  }
}
